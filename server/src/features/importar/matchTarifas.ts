import { searchText } from '../../platform/db/search.ts'
import { type Db, sql } from '../../platform/db/sql.ts'
import { inChunks } from './batches.ts'
import { selectedFields } from './columns.ts'
import {
  addRow,
  type DuplicateMode,
  decideMatched,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  FirstRows,
  type ImportRow,
  importedFields,
  type ResolvedRow,
  type RowDecision,
  rejectRow,
  validValues,
} from './importRow.ts'
import { createFinders, findRecords, resolveRow, tarifaReferences } from './references.ts'

const overlapMessage = 'Ya hay una tarifa para esas fechas.'

/** First and last day of a price. */
interface Period {
  desde: string
  hasta: string | null
}

/** Period of an existing price, or of a row above (`existing` is null). */
interface PricePeriod extends Period {
  existing: ExistingRecord | null
}

const textOf = ({ origen, destino, servicio }: FieldValues) => searchText([origen, destino, servicio])
const keyOf = (valores: FieldValues) => `${valores.cliente_id ?? ''}\n${textOf(valores)}`

async function findPricePeriods(db: Db, textos: Iterable<string>): Promise<Map<string, PricePeriod[]>> {
  const found = new Map<string, PricePeriod[]>()
  for (const part of inChunks([...new Set(textos)], 5000)) {
    const query = sql`select id, version, ${selectedFields('tarifas')} from tarifas
      where eliminado_en is null and busqueda = any(${part}::text[])`
    for (const existing of await findRecords(db, query)) {
      const key = keyOf(existing.valores)
      found.set(key, [...(found.get(key) ?? []), { existing, ...periodOf(existing.valores) }])
    }
  }
  return found
}

const periodOf = ({ vigente_desde = null, vigente_hasta = null }: FieldValues): Period => ({
  desde: String(vigente_desde),
  hasta: vigente_hasta === null ? null : String(vigente_hasta),
})

const overlap = (a: Period, b: Period) =>
  (a.hasta === null || b.desde <= a.hasta) && (b.hasta === null || a.desde <= b.hasta)

/** Matches prices by client, places, service and first day. Rejects overlapping periods. */
export async function matchTarifas(
  db: Db,
  rows: readonly ImportRow[],
  duplicados: DuplicateMode,
): Promise<RowDecision[]> {
  const finders = await createFinders(db, rows, tarifaReferences)
  const resolvedRows = rows.map((row) => resolveRow(row, tarifaReferences, finders))
  const periodsByKey = await findPricePeriods(db, validValues(resolvedRows).map(textOf))
  const keys = ['cliente', 'origen', 'destino', 'servicio', 'vigente_desde']
  const writtenFields = importedFields(rows).filter((campo) => !keys.includes(campo))
  const firstRows = new FirstRows()
  return decideRows(
    resolvedRows,
    (resolved) =>
      firstRows.rejectRepeated(resolved, `${keyOf(resolved.valores)}\n${periodOf(resolved.valores).desde}`) ??
      decideTarifa(resolved, periodsByKey, { writtenFields, duplicados }),
  )
}

function decideTarifa(
  resolved: ResolvedRow,
  periodsByKey: Map<string, PricePeriod[]>,
  { writtenFields, duplicados }: { writtenFields: string[]; duplicados: DuplicateMode },
): RowDecision {
  const key = keyOf(resolved.valores)
  const { desde } = periodOf(resolved.valores)
  const periods = periodsByKey.get(key) ?? []
  const matched = periods.find((each) => each.existing && each.desde === desde)
  const decision = matched?.existing
    ? decideMatched(
        resolved,
        { existing: matched.existing, message: overlapMessage, writtenFields },
        duplicados,
      )
    : addRow(resolved)
  if (decision.accion !== 'nueva' && decision.accion !== 'cambiada') return decision
  const period = periodOf(decision.valores)
  if (periods.some((each) => each !== matched && overlap(each, period)))
    return rejectRow(resolved, overlapMessage)
  if (matched) Object.assign(matched, period)
  else periodsByKey.set(key, [...periods, { existing: null, ...period }])
  return decision
}
