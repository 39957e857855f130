import type { RecordKind, Row } from './recordKinds.ts'
import type { SendRequest } from './retryingSender.ts'
import type { ClientBatch, WrittenRecord } from './writeLedger.ts'

export interface WriteDifference {
  lost: string[]
  duplicated: string[]
}

/** Looks for each acknowledged write of a client in what the program gives now, and for what nobody wrote. */
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
  const wanted = `${states.at(-1)}, version ${states.length}`
  const is = `${kind.state(row)}, version ${row.version}`
  if (is !== wanted) (row.version > states.length ? duplicated : lost).push(`${name}: ${is}, not ${wanted}`)
  return is === wanted
}

/** Each write that is there has left one row, and none that is not. */
async function compareLog(
  { lost, duplicated }: WriteDifference,
  admin: SendRequest,
  written: WrittenRecord,
  row: Row,
) {
  const { kind, name, states, isRemoved } = written
  const query = `tipo=${kind.path.slice('/api/'.length)}&registro_id=${row?.id ?? written.id}`
  const { body } = await admin('GET', `/api/bitacora?${query}&porPagina=100`)
  const wanted = states.length + (isRemoved ? 1 : 0)
  const is: number = body.paginacion.total
  if (is !== wanted) (is > wanted ? duplicated : lost).push(`${name}: ${is} rows in the log, not ${wanted}`)
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
  const wanted = states.map((state, i) => `${state}|${i > 0 && !kind.change ? `${name} ${state}` : ''}`)
  const is = entries.toReversed().join(', ')
  if (is !== wanted.join(', ')) {
    const where = entries.length > wanted.length ? duplicated : lost
    where.push(`${name}: its history is ${is}`)
  }
}
