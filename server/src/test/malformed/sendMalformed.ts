import fc from 'fast-check'
import { inParallel } from '../mapConcurrently.ts'
import { findResponseFaults } from './checkResponse.ts'
import { fieldProbes } from './everyField.ts'
import { type MalformedRequest, malformedRequests, type RoleTokens } from './malformedRequests.ts'
import { type Document, readOperations } from './operations.ts'
import { sendRaw } from './sendRaw.ts'
import { encodeRequest } from './wireRequest.ts'

export interface MalformedTarget {
  port: number
  tokens: RoleTokens
}

interface MalformedOptions {
  seed: number
  count: number
  /** Concurrent requests. */
  concurrency: number
}

export interface MalformedResult {
  request: MalformedRequest
  status: number | undefined
  ms: number
  errors: string[]
}

const host = '127.0.0.1'

/**
 * Sends requests generated from the program's OpenAPI document: fixed probes of each field, then random ones
 * for the seed.
 */
export async function sendMalformed(
  { port, tokens }: MalformedTarget,
  options: MalformedOptions,
): Promise<MalformedResult[]> {
  const answer = await fetch(`http://${host}:${port}/api/docs`)
  const operations = readOperations((await answer.json()) as Document)
  const randomRequests = fc.sample(malformedRequests(operations, tokens), {
    seed: options.seed,
    numRuns: options.count,
  })
  return inParallel(
    options.concurrency,
    [...fieldProbes(operations, tokens), ...randomRequests],
    async (request) => {
      const { wire, kind } = request
      const bytes = Buffer.isBuffer(wire) ? wire : encodeRequest(wire)
      const response = await sendRaw(port, bytes, kind !== 'unreadable')
      return {
        request,
        status: response.status,
        ms: response.ms,
        errors: findResponseFaults(request, response),
      }
    },
  )
}

const maxShownCharacters = 300

/** Describes a result in one line, without its token. */
export function describeResult(
  { request, status, ms, errors }: MalformedResult,
  { tokens }: MalformedTarget,
): string {
  const { kind, operation, caller, wire } = request
  const bytes = (Buffer.isBuffer(wire) ? wire : encodeRequest(wire)).toString()
  const redacted = Object.values(tokens).reduce((text, token) => text.replaceAll(token, '…'), bytes)
  return `${errors.join(', ') || `${Math.round(ms)} ms`}: ${status} to ${caller}, ${operation} (${kind}) ${JSON.stringify(redacted.slice(0, maxShownCharacters))}`
}
