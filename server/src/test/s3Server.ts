import { createHash, createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

// S3-compatible server for tests. Rejects wrong signatures (SigV4) and hashes.

const bucket = 'cubo'
const region = 'us-east-1'
const key = 'LLAVE'
/** Small, so that lists have several pages. */
const pageSize = 3

/** Fault instead of a response: none at all, a status, half of the body, or no Content-Length. */
export type S3Fault = 'silent' | 'cut' | 'unsized' | number

interface StoreRequest {
  method: string
  /** Key without the bucket. */
  name: string
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const hmac = (secret: Buffer | string, text: string) => createHmac('sha256', secret).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** @returns S3's error code, undefined if the signature is valid */
function signatureError(request: IncomingMessage, body: Buffer, secret: string): string | undefined {
  const { headers, method = '' } = request
  const [, id, day = '', signedNames = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/(\d{8})\/us-east-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (id !== key) return 'InvalidAccessKeyId'
  const names = signedNames.split(';')
  const isSigned = ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))
  if (!isSigned) return 'AccessDenied'
  if (headers['x-amz-content-sha256'] !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
  const query = [...searchParams].map((pair) => pair.map(encoded).join('=')).toSorted()
  const canonical = [
    method,
    pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signedNames,
    sha256(body),
  ].join('\n')
  const moment = String(headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', moment, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join(
    '\n',
  )
  const signing = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  if (hmac(signing, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch'
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3:$4:$5'))
  return Math.abs(Date.now() - at) < 900_000 ? undefined : 'RequestTimeTooSkewed'
}

export async function startS3Server() {
  const objects = new Map<string, Buffer>()
  const requests: StoreRequest[] = []
  const state: { secret: string; faultOf: (request: StoreRequest) => S3Fault | undefined } = {
    secret: randomUUID(),
    faultOf: () => undefined,
  }

  const refuse = (response: ServerResponse, status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>The word\nof the store.</Message></Error>`,
      )

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const after = query.get('continuation-token') ?? ''
    const all = [...objects.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).toSorted()
    const rest = all.filter((name) => name > after)
    const page = rest.slice(0, pageSize)
    const contents = page.map(
      (name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`,
    )
    const next = rest.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    response.end(
      `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  const answer = (
    response: ServerResponse,
    { method, name }: StoreRequest,
    query: URLSearchParams,
    body: Buffer,
  ) => {
    if (method === 'GET' && query.get('list-type') === '2') return list(response, query)
    if (method === 'PUT') objects.set(name, body)
    const found = objects.get(name)
    if (method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    if (!found) return refuse(response, 404, 'NoSuchKey')
    if (method === 'PUT') return response.end()
    response.setHeader('content-length', found.length)
    return response.end(method === 'HEAD' ? undefined : found)
  }

  const cut = (response: ServerResponse, bytes: Buffer = Buffer.alloc(0)) => {
    response.setHeader('content-length', bytes.length)
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
  }

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    const [, bucketName = '', ...rest] = pathname.split('/')
    const one = { method: request.method ?? '', name: decodeURIComponent(rest.join('/')) }
    requests.push(one)
    const refusal = signatureError(request, body, state.secret)
    if (refusal) return refuse(response, refusal === 'XAmzContentSHA256Mismatch' ? 400 : 403, refusal)
    if (bucketName !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const fault = state.faultOf(one)
    if (typeof fault === 'number') return refuse(response, fault, 'InternalError')
    // Stores the object without a response.
    if (fault === 'silent') return one.method === 'PUT' && objects.set(one.name, body)
    if (fault === 'unsized') return response.writeHead(200).end(objects.get(one.name))
    if (fault === 'cut') return cut(response, objects.get(one.name))
    return answer(response, one, searchParams, body)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server listening on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    objects,
    /** All requests, oldest first. */
    requests,
    url: `http://127.0.0.1:${port}/${bucket}`,
    /** Returns the variables that configure this store, with an optional prefix. */
    env: (purpose: 'ARCHIVOS_S3' | 'RESPALDO_S3', prefix = '') => ({
      [`${purpose}_URL`]: `http://127.0.0.1:${port}/${bucket}${prefix && `/${prefix}`}`,
      [`${purpose}_KEY`]: key,
      [`${purpose}_SECRET`]: state.secret,
    }),
    /** Applies to later requests. */
    setFault: (faultOf: (request: StoreRequest) => S3Fault | undefined) => {
      state.faultOf = faultOf
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type S3Server = Awaited<ReturnType<typeof startS3Server>>
