import type { ImportarQuery } from '@flota/contract/importar.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  addRow,
  decideMatched,
  FirstRows,
  hasErrors,
  importedFields,
  type RowPreview,
  rejectRepeated,
  rejectRow,
} from './decideAction.ts'
import type { ExistingRecord, FieldValue, FieldValues, ImportRow, RowDecision } from './importRow.ts'
import { createFinders, resolveRow, tarifaReferences, withIds } from './resolveReferences.ts'
import { cooperativeYield, inChunks } from './yieldToEventLoop.ts'

const overlapMessage = 'Ya hay una tarifa para esas fechas.'

/** From when to when a price holds, of what is there and of the rows above. */
interface PricePeriod {
  registro: ExistingRecord | null
  desde: string
  hasta: string | null
}

const textOf = ({ origen, destino, servicio }: FieldValues) => searchText([origen, destino, servicio])
const keyOf = (valores: FieldValues) => `${valores.cliente_id ?? ''}\n${textOf(valores)}`

async function findPricePeriods(db: Db, textos: Iterable<string>): Promise<Map<string, PricePeriod[]>> {
  const found = new Map<string, PricePeriod[]>()
  for (const part of inChunks([...new Set(textos)], 5000)) {
    const rows = await many<Record<string, FieldValue> & { id: number; version: number }>(
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

const datesOf = ({ vigente_desde = null, vigente_hasta = null }: FieldValues) => ({
  desde: String(vigente_desde),
  hasta: vigente_hasta === null ? null : String(vigente_hasta),
})

const overlap = (a: Omit<PricePeriod, 'registro'>, b: Omit<PricePeriod, 'registro'>) =>
  (a.hasta === null || b.desde <= a.hasta) && (b.hasta === null || a.desde <= b.hasta)

/** Prices: the same by client, places, service and first day; two may not hold on one day. */
export async function matchTarifas(
  db: Db,
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
): Promise<RowDecision[]> {
  const finders = await createFinders(db, filas, tarifaReferences)
  const vistas = filas.map((fila): RowPreview => {
    const told = resolveRow(fila, tarifaReferences, finders)
    return { fila, errors: told.errors, valores: withIds(told), nombres: told.nombres }
  })
  const right = vistas.filter((vista) => !hasErrors(vista))
  const plazos = await findPricePeriods(
    db,
    right.map(({ valores }) => textOf(valores)),
  )
  const keys = ['cliente', 'origen', 'destino', 'servicio', 'vigente_desde']
  const escrito = importedFields(filas).filter((campo) => !keys.includes(campo))
  const firsts = new FirstRows()
  const breathe = cooperativeYield()
  const juicios: RowDecision[] = []
  for (const vista of vistas) {
    await breathe()
    juicios.push(
      hasErrors(vista)
        ? rejectRow(vista)
        : decideTarifa(vista, plazos, firsts, { writtenFields: escrito, modo }),
    )
  }
  return juicios
}

interface TarifaMatching {
  writtenFields: string[]
  modo: ImportarQuery['duplicados']
}

function decideTarifa(
  vista: RowPreview,
  plazos: Map<string, PricePeriod[]>,
  firsts: FirstRows,
  { writtenFields, modo }: TarifaMatching,
): RowDecision {
  const key = keyOf(vista.valores)
  const own = datesOf(vista.valores)
  const first = firsts.claim(`${key}\n${own.desde}`, vista.fila.fila)
  if (first !== undefined) return rejectRepeated(vista, first)
  const all = plazos.get(key) ?? []
  const there = all.find(({ registro, desde }) => registro && desde === own.desde)
  const juicio = there?.registro
    ? decideMatched(vista, { registro: there.registro, message: overlapMessage, writtenFields }, modo)
    : addRow(vista)
  if (juicio.accion !== 'nueva' && juicio.accion !== 'cambiada') return juicio
  const dates = datesOf(juicio.valores)
  if (all.some((each) => each !== there && overlap(each, dates))) return rejectRow(vista, overlapMessage)
  if (there) Object.assign(there, dates)
  else plazos.set(key, [...all, { registro: null, ...dates }])
  return juicio
}
