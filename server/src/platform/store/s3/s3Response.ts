import { SaxesParser } from 'saxes'

// What an S3-compatible store answers as XML, read for the few elements that are asked for.

/** The text of each element, by its name, in the order in which they end. */
function* elementsOf(xml: string): Generator<[name: string, text: string]> {
  const ended: [string, string][] = []
  let text = ''
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => {
    text = ''
  })
  parser.on('text', (piece) => {
    text += piece
  })
  parser.on('closetag', ({ name }) => {
    ended.push([name.slice(name.indexOf(':') + 1), text])
    text = ''
  })
  parser.write(xml).close()
  yield* ended
}

export interface ListPage {
  objects: { key: string; bytes: number }[]
  /** Where the next page begins; undefined after the last. */
  next: string | undefined
}

/** A page of ListObjectsV2. @throws where it is none */
export function readListPage(xml: string): ListPage {
  const page: ListPage = { objects: [], next: undefined }
  let [key, bytes, isWhole] = ['', Number.NaN, false]
  for (const [name, text] of elementsOf(xml)) {
    if (name === 'Key') key = text
    if (name === 'Size') bytes = Number(text)
    if (name === 'Contents') page.objects.push({ key, bytes })
    if (name === 'NextContinuationToken') page.next = text
    if (name === 'ListBucketResult') isWhole = true
  }
  if (!isWhole) throw new Error('la respuesta no es una lista de objetos')
  return page
}

const maxErrorTextLength = 300

/** What a refusal says of itself, in one line. */
export function rejectionText(status: number, xml: string): string {
  const said: Record<string, string> = { Code: '', Message: '' }
  try {
    for (const [name, text] of elementsOf(xml)) if (name in said) said[name] ||= text
  } catch {
    // A proxy's page, or nothing: the status tells it.
  }
  const words = [String(status), said.Code, said.Message].filter((word) => word !== '')
  return words.join(' ').replace(/\s+/g, ' ').slice(0, maxErrorTextLength)
}

export const codeIn = (xml: string): string | undefined => /<Code>\s*(\w+)\s*<\/Code>/.exec(xml)?.[1]
