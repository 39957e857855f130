import { randomUUID } from 'node:crypto'
import type { Kind, References } from './recordKinds.ts'
import type { Answer, Send } from './retryingSender.ts'
import type { Batch, Book, Written } from './writeLedger.ts'

export interface Writer {
  kind: Kind
  prefix: string
  admin: Send
  pilot: Send
  references: References
  book: Book
  isOver: () => boolean
}

/** A list of maintenance shows no more than these. */
const most = 1000

/** Writes records one after the other; ends when it is over, with nothing left unanswered. */
export async function write(writer: Writer): Promise<Batch> {
  const { kind, prefix, isOver } = writer
  const all: Written[] = []
  while (!isOver() && all.length < most) {
    const written = { kind, name: `${prefix}${all.length}`, id: 0, states: [], isRemoved: false }
    all.push(written)
    await writeOne(writer, written, kind.isRemovable && all.length % 3 === 0)
  }
  return { kind, prefix, written: all }
}

async function writeOne(writer: Writer, written: Written, isToBeRemoved: boolean): Promise<void> {
  const { kind, admin, references, book } = writer
  const [first = '', ...rest] = kind.states
  const made = await admin('POST', kind.path, kind.create(written.name, first, references), randomUUID())
  if (!isDone(book, written, made, 201)) return
  written.id = made.body.data.id
  written.states.push(first)
  for (const state of rest) {
    if (!isDone(book, written, await change(writer, written, state), 200)) return
    written.states.push(state)
  }
  if (!isToBeRemoved) return
  const path = `${kind.path}/${written.id}?version=${written.states.length}`
  const removed = await admin('DELETE', path)
  // A repeat finds what the first one did, but was not heard of.
  written.isRemoved = isDone(book, written, removed, removed.tries > 1 ? [200, 404] : 200)
}

async function change(
  { kind, admin, pilot, references }: Writer,
  { name, id, states }: Written,
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
  // Nobody else writes it: it was the first try that raised the version, and no answer came.
  const now = await admin('GET', path)
  const isDone = now.body.data?.version === version + 1 && kind.state(now.body.data) === state
  return isDone ? { ...answer, status: 200 } : answer
}

function isDone(book: Book, { name }: Written, answer: Answer, wanted: number | number[]): boolean {
  if ([wanted].flat().includes(answer.status)) {
    book.acknowledge(answer)
    return true
  }
  book.strange.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return false
}
