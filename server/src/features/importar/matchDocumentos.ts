import type { ImportarQuery } from '@flota/contract/importar.ts'
import { documentoDe } from '@flota/contract/importarCampos.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import { broughtBy, Firsts, fresh, isWrong, repeats, same, type Vista, wrong } from './decideAction.ts'
import type { Fila, Juicio, Registro, Valor, Valores } from './importRow.ts'
import type { Nombrado } from './lookups.ts'
import { type Found, findersFor, type Referencia, resolve } from './resolveReferences.ts'
import { partsOf } from './yieldToEventLoop.ts'

const referencias: readonly Referencia[] = [
  { campo: 'placa', column: 'entidad_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'entidad_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'entidad_id', tabla: 'ayudantes' },
]

/** The types that new papers can have, by whom they are of and their name. */
async function findTipos(db: Db): Promise<Map<string, Nombrado>> {
  const rows = await many<Nombrado & { aplica: string }>(
    db,
    sql`select id, nombre, aplica from documento_tipos where activo and eliminado_en is null`,
  )
  return new Map(rows.map(({ aplica, id, nombre }) => [`${aplica}\n${normalize(nombre)}`, { id, nombre }]))
}

function vistaOf(fila: Fila, finders: Map<string, Found>, tipos: Map<string, Nombrado>): Vista {
  if (fila.entera !== null) return { fila, fallas: fila.fallas, valores: fila.valores }
  const campo = documentoDe.find((each) => fila.leido[each] != null)
  const own = referencias.filter((each) => each.campo === campo)
  const { fallas, ids, nombres } = resolve(fila, own, finders)
  const entidad = own[0]?.tabla ?? 'camiones'
  const { tipo } = fila.leido
  const found = typeof tipo === 'string' ? tipos.get(`${entidad}\n${normalize(tipo)}`) : undefined
  if (typeof tipo === 'string' && !found)
    fallas.push({ campo: 'tipo', mensaje: registros.documento_tipos.notFound })
  return {
    fila,
    fallas,
    valores: { ...fila.valores, ...ids, entidad, ...(found && { tipo_id: found.id }) },
    nombres: { ...nombres, ...(found && { tipo: found.nombre }) },
  }
}

const keyOf = ({ entidad_id, tipo_id }: Valores) => `${tipo_id}-${entidad_id}`

/** The live paper of each type and record. */
async function registrosOf(db: Db, all: readonly Valores[]): Promise<Map<string, Registro>> {
  const found = new Map<string, Registro>()
  for (const part of partsOf(all, 2000)) {
    const rows = await many<Record<string, Valor> & { id: number; version: number }>(
      db,
      sql`select d.id, d.version, ${selectedFields('documentos', 'd.')}
        from unnest(${part.map(({ tipo_id }) => tipo_id)}::int[], ${part.map((each) => each.entidad_id)}::int[])
          as k (tipo_id, entidad_id)
        join documentos d on d.tipo_id = k.tipo_id and d.entidad_id = k.entidad_id
        where d.eliminado_en is null and d.reemplazado_por is null`,
    )
    for (const { id, version, ...valores } of rows) found.set(keyOf(valores), { id, version, valores })
  }
  return found
}

/** Papers: the same by record and type. */
export async function matchDocumentos(
  db: Db,
  filas: readonly Fila[],
  modo: ImportarQuery['duplicados'],
): Promise<Juicio[]> {
  const finders = await findersFor(db, filas, referencias)
  const tipos = await findTipos(db)
  const vistas = filas.map((fila) => vistaOf(fila, finders, tipos))
  const there = await registrosOf(
    db,
    vistas.filter((vista) => !isWrong(vista)).map(({ valores }) => valores),
  )
  const keys: string[] = ['tipo', ...documentoDe]
  const escrito = broughtBy(filas).filter((campo) => !keys.includes(campo))
  const firsts = new Firsts()
  return vistas.map((vista) => {
    if (isWrong(vista)) return wrong(vista)
    const key = keyOf(vista.valores)
    const first = firsts.take(key, vista.fila.fila)
    if (first !== undefined) return repeats(vista, first)
    const registro = there.get(key)
    const mensaje = 'Ya hay un documento de este tipo. Renuévalo.'
    return registro ? inOrder(same(vista, { registro, mensaje, escrito }, modo), escrito) : fresh(vista)
  })
}

/** What a changed paper keeps must fit what it gets. */
function inOrder(juicio: Juicio, escrito: readonly string[]): Juicio {
  const { emitido, vence } = juicio.valores
  if (juicio.accion !== 'cambiada' || !emitido || !vence || vence >= emitido) return juicio
  const campo = escrito.includes('vence') ? 'vence' : 'emitido'
  return { ...juicio, accion: 'error', fallas: [{ campo, mensaje: sentences.expiresEarly }] }
}
