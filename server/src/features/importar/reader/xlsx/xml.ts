import { SaxesParser } from 'saxes'
import { assertHeapLeft } from '../heapLimit.ts'
import { SheetError } from '../sheetError.ts'

/** What is told of a part, names and attributes without the prefix of their namespace. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** No text, tag or comment of a sheet is as long; one without end would be held whole. */
const maxPieceLength = 2 * 1024 ** 2

/** A sheet has ten; those that are open are kept. */
const maxDepth = 50

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** @param between called after each piece, for what takes time @throws {SheetRefusal} of what is no XML */
export async function parseXml(
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
  between?: () => Promise<void>,
): Promise<void> {
  // Lines and columns of what is wrong are asked for by nobody.
  const parser = new SaxesParser({ xmlns: false, position: false })
  let events = 0
  let depth = 0
  let sinceEvent = 0
  const refuse = () => {
    throw new SheetError('unreadable')
  }
  parser.on('error', refuse)
  // Entities are declared there, and with them texts without end.
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    events += 1
    depth += 1
    if (depth > maxDepth) refuse()
    handlers.open?.(localName(name), withoutPrefixes(attributes))
  })
  parser.on('closetag', ({ name }) => {
    events += 1
    depth -= 1
    handlers.close?.(localName(name))
  })
  const text = (piece: string) => handlers.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  for await (const piece of pieces) {
    const before = events
    parser.write(piece)
    sinceEvent = events === before ? sinceEvent + piece.length : 0
    if (sinceEvent > maxPieceLength) refuse()
    assertHeapLeft()
    await between?.()
  }
  parser.close()
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(attributes))
    if (name.includes(':')) attributes[localName(name)] ??= value
  return attributes
}
