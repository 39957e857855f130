import type { Kind, Row } from './recordKinds.ts'
import type { Send } from './retryingSender.ts'
import type { Batch, Written } from './writeLedger.ts'

export interface Difference {
  lost: string[]
  doubled: string[]
}

/** Looks for each acknowledged write of a client in what the program gives now, and for what nobody wrote. */
export async function compare(admin: Send, { kind, prefix, written: all }: Batch): Promise<Difference> {
  const found: Difference = { lost: [], doubled: [] }
  const rows = Map.groupBy(await everyRow(admin, kind, prefix), (row) => kind.name(row).toLowerCase())
  for (const written of all) {
    const [row, ...twins] = rows.get(written.name.toLowerCase()) ?? []
    rows.delete(written.name.toLowerCase())
    if (twins.length > 0) found.doubled.push(`${written.name}: ${twins.length + 1} records`)
    if (isAsWritten(found, written, row)) await compareLog(found, admin, written, row)
    if (kind.hasHistory && row) await compareHistory(found, admin, written)
  }
  for (const name of rows.keys()) found.doubled.push(`${name}: nobody wrote it`)
  return found
}

async function everyRow(admin: Send, { path }: Kind, prefix: string): Promise<Row[]> {
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
  { lost, doubled }: Difference,
  { kind, name, states, isRemoved }: Written,
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
  if (is !== wanted) (row.version > states.length ? doubled : lost).push(`${name}: ${is}, not ${wanted}`)
  return is === wanted
}

/** Each write that is there has left one row, and none that is not. */
async function compareLog({ lost, doubled }: Difference, admin: Send, written: Written, row: Row) {
  const { kind, name, states, isRemoved } = written
  const query = `tipo=${kind.path.slice('/api/'.length)}&registro_id=${row?.id ?? written.id}`
  const { body } = await admin('GET', `/api/bitacora?${query}&porPagina=100`)
  const wanted = states.length + (isRemoved ? 1 : 0)
  const is: number = body.paginacion.total
  if (is !== wanted) (is > wanted ? doubled : lost).push(`${name}: ${is} rows in the log, not ${wanted}`)
}

async function compareHistory({ lost, doubled }: Difference, admin: Send, written: Written): Promise<void> {
  const { kind, name, id, states } = written
  const { body } = await admin('GET', `${kind.path}/${id}/historial`)
  const entries: string[] = body.data.map(
    (entry: { estado_nuevo: string; comentario: string | null }) =>
      `${entry.estado_nuevo}|${entry.comentario ?? ''}`,
  )
  const wanted = states.map((state, i) => `${state}|${i > 0 && !kind.change ? `${name} ${state}` : ''}`)
  const is = entries.toReversed().join(', ')
  if (is !== wanted.join(', ')) {
    const where = entries.length > wanted.length ? doubled : lost
    where.push(`${name}: its history is ${is}`)
  }
}
