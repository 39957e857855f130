import { SaxesParser } from 'saxes'
import { SheetError } from '../sheet.ts'

/** Handlers for a part's XML. Names of elements and attributes have no namespace prefix. */
export interface XmlHandlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/** Characters without a tag; saxes would buffer an endless text, tag or comment. */
const maxPieceLength = 2 * 1024 ** 2

/** Sheets nest about ten elements; saxes keeps all open ones. */
const maxDepth = 50

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** @param afterPiece called after every piece; parsing waits for it @throws {SheetError} if it is not XML */
export async function parseXml(
  pieces: AsyncIterable<string>,
  handlers: XmlHandlers,
  afterPiece?: () => Promise<void>,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let events = 0
  let depth = 0
  let sinceEvent = 0
  const fail = () => {
    throw new SheetError('unreadable')
  }
  parser.on('error', fail)
  // A DOCTYPE can declare entities that expand without limit.
  parser.on('doctype', fail)
  parser.on('opentag', ({ name, attributes }) => {
    events += 1
    depth += 1
    if (depth > maxDepth) fail()
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
    if (sinceEvent > maxPieceLength) fail()
    await afterPiece?.()
  }
  parser.close()
}

function withoutPrefixes(attributes: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(attributes))
    if (name.includes(':')) attributes[localName(name)] ??= value
  return attributes
}

/** Decodes `_x000D_`, which stands for a character that XML can't contain. */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
