import { randomUUID } from 'node:crypto'
import type { RecordKind, References } from './recordKinds.ts'
import type { RetriedResponse, SendRequest } from './retryingSender.ts'
import type { AcknowledgedWrites, ClientBatch, WrittenRecord } from './writeLedger.ts'

export interface WriterOptions {
  kind: RecordKind
  prefix: string
  admin: SendRequest
  pilot: SendRequest
  references: References
  book: AcknowledgedWrites
  isOver: () => boolean
}

/** Maximum rows of the list of maintenance. */
const maxRecordsPerClient = 1000

/** Writes records one after the other until it is over and the last request got a response. */
export async function writeRecords(writer: WriterOptions): Promise<ClientBatch> {
  const { kind, prefix, isOver } = writer
  const all: WrittenRecord[] = []
  while (!isOver() && all.length < maxRecordsPerClient) {
    const written = { kind, name: `${prefix}${all.length}`, id: 0, states: [], isRemoved: false }
    all.push(written)
    await writeRecord(writer, written, kind.isRemovable && all.length % 3 === 0)
  }
  return { kind, prefix, records: all }
}

async function writeRecord(
  writer: WriterOptions,
  written: WrittenRecord,
  isToBeRemoved: boolean,
): Promise<void> {
  const { kind, admin, references, book } = writer
  const [first = '', ...rest] = kind.states
  const created = await admin('POST', kind.path, kind.create(written.name, first, references), randomUUID())
  if (!isDone(book, written, created, 201)) return
  written.id = created.body.data.id
  written.states.push(first)
  for (const state of rest) {
    if (!isDone(book, written, await change(writer, written, state), 200)) return
    written.states.push(state)
  }
  if (!isToBeRemoved) return
  const path = `${kind.path}/${written.id}?version=${written.states.length}`
  const removed = await admin('DELETE', path)
  // A repeat gets 404 if the first attempt removed it without a response.
  written.isRemoved = isDone(book, written, removed, removed.tries > 1 ? [200, 404] : 200)
}

async function change(
  { kind, admin, pilot, references }: WriterOptions,
  { name, id, states }: WrittenRecord,
  state: string,
) {
  if (!kind.change) {
    const body = { nuevoEstado: state, comentario: `${name} ${state}` }
    return pilot('PUT', `/api/piloto/ruta/${id}/estado`, body, randomUUID())
  }
  const path = `${kind.path}/${id}`
  const version = states.length
  const answer = await admin('PUT', path, { ...kind.change(name, state, references), version })
  if (answer.status !== 409 || answer.tries === 1) return answer
  // Only this client writes it, so the unanswered first attempt raised the version.
  const now = await admin('GET', path)
  const isDone = now.body.data?.version === version + 1 && kind.state(now.body.data) === state
  return isDone ? { ...answer, status: 200 } : answer
}

function isDone(
  book: AcknowledgedWrites,
  { name }: WrittenRecord,
  answer: RetriedResponse,
  wanted: number | number[],
): boolean {
  if ([wanted].flat().includes(answer.status)) {
    book.acknowledge(answer)
    return true
  }
  book.unexpectedResponses.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return false
}
