import { SaxesParser } from 'saxes'
import { refuseWhereFull } from '../heapLimit.ts'
import { SheetRefusal } from '../sheetError.ts'

/** What is told of a part, names and attributes without the prefix of their namespace. */
export interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** No text, tag or comment of a sheet is as long; one without end would be held whole. */
const longestPiece = 2 * 1024 ** 2

/** A sheet has ten; those that are open are kept. */
const deepest = 50

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** @param between called after each piece, for what takes time @throws {SheetRefusal} of what is no XML */
export async function parseXml(
  pieces: AsyncIterable<string>,
  handlers: Handlers,
  between?: () => Promise<void>,
): Promise<void> {
  // Lines and columns of what is wrong are asked for by nobody.
  const parser = new SaxesParser({ xmlns: false, position: false })
  let events = 0
  let depth = 0
  let sinceEvent = 0
  const refuse = () => {
    throw new SheetRefusal('unreadable')
  }
  parser.on('error', refuse)
  // Entities are declared there, and with them texts without end.
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    events += 1
    depth += 1
    if (depth > deepest) refuse()
    handlers.open?.(local(name), withoutPrefixes(attributes))
  })
  parser.on('closetag', ({ name }) => {
    events += 1
    depth -= 1
    handlers.close?.(local(name))
  })
  const text = (piece: string) => handlers.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  for await (const piece of pieces) {
    const before = events
    parser.write(piece)
    sinceEvent = events === before ? sinceEvent + piece.length : 0
    if (sinceEvent > longestPiece) refuse()
    refuseWhereFull()
    await between?.()
  }
  parser.close()
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(attributes))
    if (name.includes(':')) attributes[local(name)] ??= value
  return attributes
}
