import { sentences } from '@flota/contract/core/sentences.ts'
import { documentoOwnerCampos } from '@flota/contract/imports/importarCampos.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  decideMatch,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  type ImportRow,
  importedFields,
  type Match,
  type ResolvedRow,
  type RowDecision,
  validValues,
  withoutReferences,
} from './importRow.ts'
import {
  type CellReference,
  createFinders,
  findRecords,
  type NamedRecord,
  type ReferenceFinder,
  resolveRow,
} from './references.ts'

const documentoReferences: readonly CellReference[] = [
  { campo: 'placa', column: 'entidad_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'entidad_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'entidad_id', tabla: 'ayudantes' },
]

const tipoKey = (entidad: string, nombre: string) => `${entidad}\n${normalize(nombre)}`

/** Returns the active document types by the entity that they apply to and their name. */
async function findTipos(db: Db): Promise<Map<string, NamedRecord>> {
  const rows = await many<NamedRecord & { aplica: string }>(
    db,
    sql`select id, nombre, aplica from documento_tipos where activo and eliminado_en is null`,
  )
  return new Map(rows.map(({ aplica, id, nombre }) => [tipoKey(aplica, nombre), { id, nombre }]))
}

function resolveDocumento(
  row: ImportRow,
  finders: Map<string, ReferenceFinder>,
  tipos: Map<string, NamedRecord>,
): ResolvedRow {
  if (row.rowError !== null) return withoutReferences(row)
  const campo = documentoOwnerCampos.find((each) => row.parsed[each] != null)
  const references = documentoReferences.filter((each) => each.campo === campo)
  const { errors, valores, nombres } = resolveRow(row, references, finders)
  const entidad = references[0]?.tabla ?? 'camiones'
  const { tipo } = row.parsed
  const found = typeof tipo === 'string' ? tipos.get(tipoKey(entidad, tipo)) : undefined
  const isUnknown = typeof tipo === 'string' && !found
  return {
    row,
    errors: isUnknown ? [...errors, { campo: 'tipo', mensaje: registros.documento_tipos.notFound }] : errors,
    valores: { ...valores, entidad, ...(found && { tipo_id: found.id }) },
    nombres: { ...nombres, ...(found && { tipo: found.nombre }) },
  }
}

const keyOf = ({ entidad_id, tipo_id }: FieldValues) => `${tipo_id}-${entidad_id}`

/** Returns the current document of each type and owner. */
async function findExisting(db: Db, all: readonly FieldValues[]): Promise<Map<string, ExistingRecord>> {
  const records = await findRecords(
    db,
    all,
    (part) => sql`select d.id, d.version, ${selectedFields('documentos', 'd.')}
        from unnest(${part.map(({ tipo_id }) => tipo_id)}::int[], ${part.map((each) => each.entidad_id)}::int[])
          as k (tipo_id, entidad_id)
        join documentos d on d.tipo_id = k.tipo_id and d.entidad_id = k.entidad_id
        where d.eliminado_en is null and d.reemplazado_por is null`,
  )
  return new Map(records.map((record) => [keyOf(record.valores), record]))
}

/** Matches documents by owner and type. */
export const matchDocumentos: Match = async (db, rows, { duplicados }) => {
  const finders = await createFinders(db, rows, documentoReferences)
  const tipos = await findTipos(db)
  const resolvedRows = rows.map((row) => resolveDocumento(row, finders, tipos))
  const records = await findExisting(db, validValues(resolvedRows))
  const keys: string[] = ['tipo', ...documentoOwnerCampos]
  const writtenFields = importedFields(rows).filter((campo) => !keys.includes(campo))
  const message = 'Ya hay un documento de este tipo. Renuévalo.'
  return decideRows(resolvedRows, keyOf, (resolved) => {
    const existing = records.get(keyOf(resolved.valores))
    const decision = decideMatch(resolved, { existing, message, writtenFields }, duplicados)
    return rejectEarlyExpiry(decision, writtenFields)
  })
}

/** Rejects a change after which the document would expire before its issue date. */
function rejectEarlyExpiry(decision: RowDecision, writtenFields: readonly string[]): RowDecision {
  const { emitido, vence } = decision.valores
  if (decision.accion !== 'cambiada' || !emitido || !vence || vence >= emitido) return decision
  const campo = writtenFields.includes('vence') ? 'vence' : 'emitido'
  return { ...decision, accion: 'error', errors: [{ campo, mensaje: sentences.expiresEarly }] }
}
