import type { ImportarQuery } from '@flota/contract/importar.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import { broughtBy, Firsts, fresh, isWrong, repeats, same, type Vista, wrong } from './decideAction.ts'
import type { Fila, Juicio, Registro, Valor, Valores } from './importRow.ts'
import { findersFor, referenciasDeTarifa, resolve, withIds } from './resolveReferences.ts'
import { breathing, partsOf } from './yieldToEventLoop.ts'

const mensaje = 'Ya hay una tarifa para esas fechas.'

/** From when to when a price holds, of what is there and of the rows above. */
interface Plazo {
  registro: Registro | null
  desde: string
  hasta: string | null
}

const textOf = ({ origen, destino, servicio }: Valores) => searchText([origen, destino, servicio])
const keyOf = (valores: Valores) => `${valores.cliente_id ?? ''}\n${textOf(valores)}`

async function plazosOf(db: Db, textos: Iterable<string>): Promise<Map<string, Plazo[]>> {
  const found = new Map<string, Plazo[]>()
  for (const part of partsOf([...new Set(textos)], 5000)) {
    const rows = await many<Record<string, Valor> & { id: number; version: number }>(
      db,
      sql`select id, version, ${selectedFields('tarifas')} from tarifas where eliminado_en is null and busqueda = any(${part}::text[])`,
    )
    for (const { id, version, ...valores } of rows) {
      const plazo = { registro: { id, version, valores }, ...datesOf(valores) }
      found.set(keyOf(valores), [...(found.get(keyOf(valores)) ?? []), plazo])
    }
  }
  return found
}

const datesOf = ({ vigente_desde = null, vigente_hasta = null }: Valores) => ({
  desde: String(vigente_desde),
  hasta: vigente_hasta === null ? null : String(vigente_hasta),
})

const overlap = (a: Omit<Plazo, 'registro'>, b: Omit<Plazo, 'registro'>) =>
  (a.hasta === null || b.desde <= a.hasta) && (b.hasta === null || a.desde <= b.hasta)

/** Prices: the same by client, places, service and first day; two may not hold on one day. */
export async function matchTarifas(
  db: Db,
  filas: readonly Fila[],
  modo: ImportarQuery['duplicados'],
): Promise<Juicio[]> {
  const finders = await findersFor(db, filas, referenciasDeTarifa)
  const vistas = filas.map((fila): Vista => {
    const told = resolve(fila, referenciasDeTarifa, finders)
    return { fila, fallas: told.fallas, valores: withIds(told), nombres: told.nombres }
  })
  const right = vistas.filter((vista) => !isWrong(vista))
  const plazos = await plazosOf(
    db,
    right.map(({ valores }) => textOf(valores)),
  )
  const keys = ['cliente', 'origen', 'destino', 'servicio', 'vigente_desde']
  const escrito = broughtBy(filas).filter((campo) => !keys.includes(campo))
  const firsts = new Firsts()
  const breathe = breathing()
  const juicios: Juicio[] = []
  for (const vista of vistas) {
    await breathe()
    juicios.push(isWrong(vista) ? wrong(vista) : judge(vista, plazos, firsts, { escrito, modo }))
  }
  return juicios
}

interface How {
  escrito: string[]
  modo: ImportarQuery['duplicados']
}

function judge(vista: Vista, plazos: Map<string, Plazo[]>, firsts: Firsts, { escrito, modo }: How): Juicio {
  const key = keyOf(vista.valores)
  const own = datesOf(vista.valores)
  const first = firsts.take(`${key}\n${own.desde}`, vista.fila.fila)
  if (first !== undefined) return repeats(vista, first)
  const all = plazos.get(key) ?? []
  const there = all.find(({ registro, desde }) => registro && desde === own.desde)
  const juicio = there?.registro
    ? same(vista, { registro: there.registro, mensaje, escrito }, modo)
    : fresh(vista)
  if (juicio.accion !== 'nueva' && juicio.accion !== 'cambiada') return juicio
  const dates = datesOf(juicio.valores)
  if (all.some((each) => each !== there && overlap(each, dates))) return wrong(vista, mensaje)
  if (there) Object.assign(there, dates)
  else plazos.set(key, [...all, { registro: null, ...dates }])
  return juicio
}
