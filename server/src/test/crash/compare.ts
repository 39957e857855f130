import type { RecordKind, Row } from './recordKinds.ts'
import type { SendRequest } from './retryingSender.ts'
import type { ClientBatch, WrittenRecord } from './writeLedger.ts'

export interface WriteDifference {
  lost: string[]
  duplicated: string[]
}

/** Compares the acknowledged writes of a client with the program's records, and reports unknown ones. */
export async function compareRecords(
  admin: SendRequest,
  { kind, prefix, records: all }: ClientBatch,
): Promise<WriteDifference> {
  const difference: WriteDifference = { lost: [], duplicated: [] }
  const rows = Map.groupBy(await everyRow(admin, kind, prefix), (row) => kind.name(row).toLowerCase())
  for (const written of all) {
    const [row, ...duplicates] = rows.get(written.name.toLowerCase()) ?? []
    rows.delete(written.name.toLowerCase())
    if (duplicates.length > 0) difference.duplicated.push(`${written.name}: ${duplicates.length + 1} records`)
    if (isAsWritten(difference, written, row)) await compareLog(difference, admin, written, row)
    if (kind.hasHistory && row) await compareHistory(difference, admin, written)
  }
  for (const name of rows.keys()) difference.duplicated.push(`${name}: nobody wrote it`)
  return difference
}

async function everyRow(admin: SendRequest, { path }: RecordKind, prefix: string): Promise<Row[]> {
  // Maintenance has no pages.
  const { body } = await admin('GET', `${path}?buscar=${prefix}&porPagina=100`)
  if (Array.isArray(body)) return body
  const rows = [...body.data]
  for (let pagina = 2; pagina <= body.paginacion.paginas; pagina++) {
    rows.push(...(await admin('GET', `${path}?buscar=${prefix}&porPagina=100&pagina=${pagina}`)).body.data)
  }
  return rows
}

function isAsWritten(
  { lost, duplicated }: WriteDifference,
  { kind, name, states, isRemoved }: WrittenRecord,
  row: Row,
): boolean {
  if (isRemoved || states.length === 0) {
    if (row && isRemoved) lost.push(`${name}: its removal`)
    return isRemoved && !row
  }
  if (!row) {
    lost.push(`${name}: the whole record`)
    return false
  }
  const expected = `${states.at(-1)}, version ${states.length}`
  const is = `${kind.state(row)}, version ${row.version}`
  if (is !== expected)
    (row.version > states.length ? duplicated : lost).push(`${name}: ${is}, not ${expected}`)
  return is === expected
}

/** Checks that each stored write has exactly one log row. */
async function compareLog(
  { lost, duplicated }: WriteDifference,
  admin: SendRequest,
  written: WrittenRecord,
  row: Row,
) {
  const { kind, name, states, isRemoved } = written
  const query = `tipo=${kind.path.slice('/api/'.length)}&registro_id=${row?.id ?? written.id}`
  const { body } = await admin('GET', `/api/bitacora?${query}&porPagina=100`)
  const expected = states.length + (isRemoved ? 1 : 0)
  const is: number = body.paginacion.total
  if (is !== expected)
    (is > expected ? duplicated : lost).push(`${name}: ${is} rows in the log, not ${expected}`)
}

async function compareHistory(
  { lost, duplicated }: WriteDifference,
  admin: SendRequest,
  written: WrittenRecord,
): Promise<void> {
  const { kind, name, id, states } = written
  const { body } = await admin('GET', `${kind.path}/${id}/historial`)
  const entries: string[] = body.data.map(
    (entry: { estado_nuevo: string; comentario: string | null }) =>
      `${entry.estado_nuevo}|${entry.comentario ?? ''}`,
  )
  const expected = states.map((state, i) => `${state}|${i > 0 && !kind.change ? `${name} ${state}` : ''}`)
  const is = entries.toReversed().join(', ')
  if (is !== expected.join(', ')) {
    const where = entries.length > expected.length ? duplicated : lost
    where.push(`${name}: its history is ${is}`)
  }
}
