import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, Agent as PlainAgent, request as plain } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Location } from '../../envS3.ts'

/** What is put: opened anew for each try. */
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

/** SHA-256 of nothing. */
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const agents = {
  'http:': new PlainAgent({ keepAlive: true, maxSockets: 64 }),
  'https:': new SecureAgent({ keepAlive: true, maxSockets: 64 }),
}

/** Asks once. @param silence ms in which nothing moves, after which it is given up @returns the answer's head */
export async function sendS3Request(
  { region, key, secret }: S3Location,
  { method, url, body }: S3Request,
  silence: number,
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
  const options = { method, headers, timeout: silence }
  const asked =
    url.protocol === 'https:'
      ? secure(url, { ...options, agent: agents['https:'] })
      : plain(url, { ...options, agent: agents['http:'] })
  asked.on('timeout', () => asked.destroy(new Error(`sin respuesta en ${Math.ceil(silence / 1000)} s`)))
  return awaitResponse(asked, body)
}

async function awaitResponse(asked: ClientRequest, body: S3Body | undefined): Promise<IncomingMessage> {
  // What fails after the answer's head is heard by who reads the answer.
  asked.on('error', () => undefined)
  const answered = once(asked, 'response')
  if (body) pipeline(body.open(), asked, (error) => error && asked.destroy(error))
  else asked.end()
  // Node gives one argument to it.
  const [answer] = (await answered) as [IncomingMessage]
  // From here on who reads decides what is too slow.
  asked.setTimeout(0)
  return answer
}

/** The rest of an answer, as text: refusals and lists. */
export async function readResponseText(answer: IncomingMessage, silence: number): Promise<string> {
  const timer = setTimeout(() => answer.destroy(new Error('la respuesta se detuvo')), silence)
  try {
    return await text(answer)
  } finally {
    clearTimeout(timer)
  }
}
