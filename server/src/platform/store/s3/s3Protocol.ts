import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plain } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import type { S3Location } from '../../envS3.ts'

/** `open` is called for each attempt. */
export interface S3Body {
  bytes: number
  sha256: string
  open(): Readable
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  url: URL
  body?: S3Body | undefined
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const agents = {
  'http:': new PlainAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new SecureAgent({ keepAlive: true, maxSockets: 64 }),
}

/**
 * Sends a signed request once and returns the response with its body unread.
 * @throws if the connection fails or is silent for `silenceMs`
 */
export async function sendS3Request(
  { region, key, secret }: S3Location,
  { method, url, body }: S3Request,
  silenceMs: number,
): Promise<IncomingMessage> {
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
    accessKeyId: key,
    secretAccessKey: secret,
    service: 's3',
    region,
  })
  const { headers: signed } = await signer.sign()
  const headers = {
    ...Object.fromEntries(signed),
    host: url.host,
    ...(body && { 'content-length': body.bytes, 'content-type': 'application/octet-stream' }),
  }
  const options = { method, headers, timeout: silenceMs }
  const request =
    url.protocol === 'https:'
      ? secure(url, { ...options, agent: agents['https:'] })
      : plain(url, { ...options, agent: agents['http:'] })
  request.on('timeout', () => request.destroy(new Error(`sin respuesta en ${Math.ceil(silenceMs / 1000)} s`)))
  return awaitResponse(request, body)
}

async function awaitResponse(request: ClientRequest, body: S3Body | undefined): Promise<IncomingMessage> {
  // An error after the response's head also reaches the reader of the response.
  request.on('error', () => undefined)
  const responded = once(request, 'response')
  if (body) pipeline(body.open(), request, (error) => error && request.destroy(error))
  else request.end()
  // Node passes one argument to the event.
  const [response] = (await responded) as [IncomingMessage]
  // The reader of the response has timeouts of its own.
  request.setTimeout(0)
  return response
}

export async function readResponseText(response: IncomingMessage, silenceMs: number): Promise<string> {
  const timer = setTimeout(() => response.destroy(new Error('la respuesta se detuvo')), silenceMs)
  try {
    return await text(response)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns each element's name and text, ordered by the end tags. @throws if the XML is malformed */
function elementsOf(xml: string): [name: string, text: string][] {
  const elements: [string, string][] = []
  let content = ''
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', () => {
    content = ''
  })
  parser.on('text', (piece) => {
    content += piece
  })
  parser.on('closetag', ({ name }) => {
    elements.push([name.slice(name.indexOf(':') + 1), content])
    content = ''
  })
  parser.write(xml).close()
  return elements
}

export interface ListPage {
  objects: { key: string; bytes: number }[]
  /** Continuation token; undefined on the last page. */
  next: string | undefined
}

/** Parses a page of ListObjectsV2. @throws if the XML is something else */
export function readListPage(xml: string): ListPage {
  const page: ListPage = { objects: [], next: undefined }
  let [key, bytes, isComplete] = ['', Number.NaN, false]
  for (const [name, content] of elementsOf(xml)) {
    if (name === 'Key') key = content
    if (name === 'Size') bytes = Number(content)
    if (name === 'Contents') page.objects.push({ key, bytes })
    if (name === 'NextContinuationToken') page.next = content
    if (name === 'ListBucketResult') isComplete = true
  }
  if (!isComplete) throw new Error('la respuesta no es una lista de objetos')
  return page
}

const maxErrorTextLength = 300

/** Returns the status, code and message of an error response in one line. */
export function rejectionText(status: number, xml: string): string {
  const error: Record<string, string> = { Code: '', Message: '' }
  try {
    for (const [name, content] of elementsOf(xml)) if (name in error) error[name] ||= content
  } catch {
    // Not XML, such as a proxy's error page: the status must do.
  }
  const parts = [String(status), error.Code, error.Message].filter((part) => part !== '')
  return parts.join(' ').replace(/\s+/g, ' ').slice(0, maxErrorTextLength)
}

export const codeIn = (xml: string): string | undefined => /<Code>\s*(\w+)\s*<\/Code>/.exec(xml)?.[1]
