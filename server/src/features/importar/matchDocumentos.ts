import { sentences } from '@flota/contract/core/sentences.ts'
import { documentoOwnerCampos } from '@flota/contract/imports/importarCampos.ts'
import type { NameChoices } from '@flota/contract/imports/nombres.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { keyOfName, type NamedRecord } from '../../platform/db/nameKeys.ts'
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
  choicesByKey,
  chosenRecord,
  loadNames,
  type NameFinder,
  type NameMatch,
  onlyRecord,
} from './names.ts'
import { type CellReference, createFinders, findRecords, resolveRow, withMatch } from './references.ts'

const documentoReferences: readonly CellReference[] = [
  { campo: 'placa', column: 'entidad_id', tabla: 'camiones' },
  { campo: 'piloto', column: 'entidad_id', tabla: 'choferes' },
  { campo: 'ayudante', column: 'entidad_id', tabla: 'ayudantes' },
]

type TipoFinder = (entidad: string, texto: string) => NameMatch

/** Returns a finder of active document types: each applies to one kind of record. */
async function createTipoFinder(
  db: Db,
  rows: readonly ImportRow[],
  nombres: NameChoices,
): Promise<TipoFinder> {
  const tipos = await many<NamedRecord & { aplica: string }>(
    db,
    sql`select id, nombre, aplica from documento_tipos where activo and eliminado_en is null order by id`,
  )
  const choices = choicesByKey('documento_tipos', nombres, ['tipo'])
  const textos = rows.map(({ parsed }) => parsed.tipo).filter((each) => typeof each === 'string')
  const keyOf = (texto: string) => keyOfName('documento_tipos', texto)
  const index = await loadNames(db, 'documento_tipos', textos.map(keyOf), choices)
  return (entidad, texto) => {
    const ofKind = new Set(tipos.filter(({ aplica }) => aplica === entidad).map(({ id }) => id))
    if (choices.get(keyOf(texto)) === 'omitir') return { isOmitted: true }
    const chosen = chosenRecord('documento_tipos', index, texto)
    if (chosen && ofKind.has(chosen.record.id)) return chosen
    const named = tipos.filter(({ id, nombre }) => ofKind.has(id) && keyOf(nombre) === keyOf(texto))
    const record = onlyRecord(named, texto) ?? index.aliases.get(keyOf(texto))
    return record && ofKind.has(record.id)
      ? { record }
      : {
          error: registros.documento_tipos.notFound,
          unknown: { tabla: 'documento_tipos', several: named },
        }
  }
}

function resolveDocumento(
  row: ImportRow,
  finders: Map<string, NameFinder>,
  findTipo: TipoFinder,
): ResolvedRow {
  if (row.rowErrors.length > 0) return withoutReferences(row)
  const campo = documentoOwnerCampos.find((each) => row.parsed[each] != null)
  const references = documentoReferences.filter((each) => each.campo === campo)
  const resolved = resolveRow(row, references, finders)
  const entidad = references[0]?.tabla ?? 'camiones'
  const withEntidad = { ...resolved, valores: { ...resolved.valores, entidad } }
  const { tipo } = row.parsed
  return typeof tipo === 'string'
    ? withMatch(withEntidad, { campo: 'tipo', column: 'tipo_id' }, findTipo(entidad, tipo))
    : withEntidad
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
export const matchDocumentos: Match = async (db, rows, { duplicados, nombres }) => {
  const finders = await createFinders(db, rows, documentoReferences, nombres)
  const findTipo = await createTipoFinder(db, rows, nombres)
  const resolvedRows = rows.map((row) => resolveDocumento(row, finders, findTipo))
  const records = await findExisting(db, validValues(resolvedRows))
  const keys: string[] = ['tipo', ...documentoOwnerCampos]
  const writtenFields = importedFields(rows).filter((campo) => !keys.includes(campo))
  const message = 'Ya hay un documento de este tipo. Renuévalo.'
  return decideRows(
    resolvedRows,
    ({ valores }) => keyOf(valores),
    (resolved) => {
      const existing = records.get(keyOf(resolved.valores))
      const decision = decideMatch(resolved, { existing, message, writtenFields }, duplicados)
      return rejectEarlyExpiry(decision, writtenFields)
    },
  )
}

/** Rejects a change after which the document would expire before its issue date. */
function rejectEarlyExpiry(decision: RowDecision, writtenFields: readonly string[]): RowDecision {
  const { emitido, vence } = decision.valores
  if (decision.accion !== 'cambiada' || !emitido || !vence || vence >= emitido) return decision
  const campo = writtenFields.includes('vence') ? 'vence' : 'emitido'
  return { ...decision, accion: 'error', errors: [{ campo, mensaje: sentences.expiresEarly }] }
}
