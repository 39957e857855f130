import type { ImportarQuery } from '@flota/contract/importar.ts'
import { documentoOwnerCampos } from '@flota/contract/importarCampos.ts'
import { registros } from '@flota/contract/registros.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { normalize } from '../../platform/db/search.ts'
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
import type { NamedRecord } from './lookups.ts'
import { type CellReference, createFinders, type ReferenceFinder, resolveRow } from './resolveReferences.ts'
import { inChunks } from './yieldToEventLoop.ts'

const documentoReferences: readonly CellReference[] = [
  { campo: 'placa', column: 'entidad_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'entidad_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'entidad_id', tabla: 'ayudantes' },
]

/** The types that new papers can have, by whom they are of and their name. */
async function findTipos(db: Db): Promise<Map<string, NamedRecord>> {
  const rows = await many<NamedRecord & { aplica: string }>(
    db,
    sql`select id, nombre, aplica from documento_tipos where activo and eliminado_en is null`,
  )
  return new Map(rows.map(({ aplica, id, nombre }) => [`${aplica}\n${normalize(nombre)}`, { id, nombre }]))
}

function toRowPreview(
  fila: ImportRow,
  finders: Map<string, ReferenceFinder>,
  tipos: Map<string, NamedRecord>,
): RowPreview {
  if (fila.rowError !== null) return { fila, errors: fila.errors, valores: fila.valores }
  const campo = documentoOwnerCampos.find((each) => fila.parsed[each] != null)
  const own = documentoReferences.filter((each) => each.campo === campo)
  const { errors, ids, nombres } = resolveRow(fila, own, finders)
  const entidad = own[0]?.tabla ?? 'camiones'
  const { tipo } = fila.parsed
  const found = typeof tipo === 'string' ? tipos.get(`${entidad}\n${normalize(tipo)}`) : undefined
  if (typeof tipo === 'string' && !found)
    errors.push({ campo: 'tipo', mensaje: registros.documento_tipos.notFound })
  return {
    fila,
    errors,
    valores: { ...fila.valores, ...ids, entidad, ...(found && { tipo_id: found.id }) },
    nombres: { ...nombres, ...(found && { tipo: found.nombre }) },
  }
}

const keyOf = ({ entidad_id, tipo_id }: FieldValues) => `${tipo_id}-${entidad_id}`

/** The live paper of each type and record. */
async function findExisting(db: Db, all: readonly FieldValues[]): Promise<Map<string, ExistingRecord>> {
  const found = new Map<string, ExistingRecord>()
  for (const part of inChunks(all, 2000)) {
    const rows = await many<Record<string, FieldValue> & { id: number; version: number }>(
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
  filas: readonly ImportRow[],
  modo: ImportarQuery['duplicados'],
): Promise<RowDecision[]> {
  const finders = await createFinders(db, filas, documentoReferences)
  const tipos = await findTipos(db)
  const vistas = filas.map((fila) => toRowPreview(fila, finders, tipos))
  const there = await findExisting(
    db,
    vistas.filter((vista) => !hasErrors(vista)).map(({ valores }) => valores),
  )
  const keys: string[] = ['tipo', ...documentoOwnerCampos]
  const escrito = importedFields(filas).filter((campo) => !keys.includes(campo))
  const firsts = new FirstRows()
  return vistas.map((vista) => {
    if (hasErrors(vista)) return rejectRow(vista)
    const key = keyOf(vista.valores)
    const first = firsts.claim(key, vista.fila.fila)
    if (first !== undefined) return rejectRepeated(vista, first)
    const registro = there.get(key)
    const mensaje = 'Ya hay un documento de este tipo. Renuévalo.'
    return registro
      ? checkDates(
          decideMatched(vista, { registro, message: mensaje, writtenFields: escrito }, modo),
          escrito,
        )
      : addRow(vista)
  })
}

/** What a changed paper keeps must fit what it gets. */
function checkDates(juicio: RowDecision, escrito: readonly string[]): RowDecision {
  const { emitido, vence } = juicio.valores
  if (juicio.accion !== 'cambiada' || !emitido || !vence || vence >= emitido) return juicio
  const campo = escrito.includes('vence') ? 'vence' : 'emitido'
  return { ...juicio, accion: 'error', errors: [{ campo, mensaje: sentences.expiresEarly }] }
}
