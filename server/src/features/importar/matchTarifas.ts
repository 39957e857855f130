import type { DuplicadosModo } from '@flota/contract/imports/importarWords.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, sql } from '../../platform/db/sql.ts'
import { selectedFields } from './columns.ts'
import {
  decideMatch,
  decideRows,
  type ExistingRecord,
  type FieldValues,
  importedFields,
  type Match,
  type ResolvedRow,
  type RowDecision,
  rejectRow,
  validValues,
} from './importRow.ts'
import { clienteReference, createFinders, findRecords, resolveRow } from './references.ts'

const overlapMessage = 'Ya hay una tarifa para esas fechas.'

/** First and last day of a price. */
interface Period {
  desde: string
  hasta: string | null
}

/** Period of an existing price, or of a row above (`existing` is undefined). */
interface PricePeriod extends Period {
  existing: ExistingRecord | undefined
}

const textOf = ({ origen, destino, servicio }: FieldValues) => searchText([origen, destino, servicio])
const keyOf = (valores: FieldValues) => `${valores.cliente_id ?? ''}\n${textOf(valores)}`

async function findPricePeriods(db: Db, textos: Iterable<string>): Promise<Map<string, PricePeriod[]>> {
  const records = await findRecords(
    db,
    [...new Set(textos)],
    (part) => sql`select id, version, ${selectedFields('tarifas')} from tarifas
        where eliminado_en is null and busqueda = any(${part}::text[])`,
  )
  const periods = records.map((existing) => ({ existing, ...periodOf(existing.valores) }))
  return Map.groupBy<string, PricePeriod>(periods, ({ existing }) => keyOf(existing?.valores ?? {}))
}

const periodOf = ({ vigente_desde = null, vigente_hasta = null }: FieldValues): Period => ({
  desde: String(vigente_desde),
  hasta: vigente_hasta === null ? null : String(vigente_hasta),
})

const overlap = (a: Period, b: Period) =>
  (a.hasta === null || b.desde <= a.hasta) && (b.hasta === null || a.desde <= b.hasta)

/** Matches prices by client, places, service and first day. Rejects overlapping periods. */
export const matchTarifas: Match = async (db, rows, { duplicados, nombres }) => {
  const finders = await createFinders(db, rows, [clienteReference], nombres)
  const resolvedRows = rows.map((row) => resolveRow(row, [clienteReference], finders))
  const periodsByKey = await findPricePeriods(db, validValues(resolvedRows).map(textOf))
  const keys = ['cliente', 'origen', 'destino', 'servicio', 'vigente_desde']
  const writtenFields = importedFields(rows).filter((campo) => !keys.includes(campo))
  return decideRows(
    resolvedRows,
    ({ valores }) => `${keyOf(valores)}\n${periodOf(valores).desde}`,
    (resolved) => decideTarifa(resolved, periodsByKey, { writtenFields, duplicados }),
  )
}

function decideTarifa(
  resolved: ResolvedRow,
  periodsByKey: Map<string, PricePeriod[]>,
  { writtenFields, duplicados }: { writtenFields: string[]; duplicados: DuplicadosModo },
): RowDecision {
  const key = keyOf(resolved.valores)
  const { desde } = periodOf(resolved.valores)
  const periods = periodsByKey.get(key) ?? []
  const matched = periods.find((each) => each.existing && each.desde === desde)
  const existing = matched?.existing
  const decision = decideMatch(resolved, { existing, message: overlapMessage, writtenFields }, duplicados)
  if (decision.accion !== 'nueva' && decision.accion !== 'cambiada') return decision
  const period = periodOf(decision.valores)
  if (periods.some((each) => each !== matched && overlap(each, period)))
    return rejectRow(resolved, overlapMessage)
  if (matched) Object.assign(matched, period)
  else periodsByKey.set(key, [...periods, { existing: undefined, ...period }])
  return decision
}
