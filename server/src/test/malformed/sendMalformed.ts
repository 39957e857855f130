import fc from 'fast-check'
import { inLanes } from '../mapConcurrently.ts'
import { faultsOf } from './checkResponse.ts'
import { everyField } from './everyField.ts'
import { type Malformed, malformed, type Tokens } from './malformedRequests.ts'
import { type Document, operationsOf } from './operations.ts'
import { exchange } from './sendRaw.ts'
import { bytesOf } from './wireRequest.ts'

export interface Target {
  port: number
  tokens: Tokens
}

interface Options {
  seed: number
  count: number
  /** Requests at a time. */
  lanes: number
}

export interface Sent {
  request: Malformed
  status: number | undefined
  ms: number
  faults: string[]
}

const host = '127.0.0.1'

/** Sends requests made of the program's own OpenAPI document: what each field is tried with, and so many by chance, the same for the same seed. */
export async function sendMalformed({ port, tokens }: Target, options: Options): Promise<Sent[]> {
  const answer = await fetch(`http://${host}:${port}/api/docs`)
  const operations = operationsOf((await answer.json()) as Document)
  const byChance = fc.sample(malformed(operations, tokens), { seed: options.seed, numRuns: options.count })
  return inLanes(options.lanes, [...everyField(operations, tokens), ...byChance], async (request) => {
    const { wire, kind } = request
    const bytes = Buffer.isBuffer(wire) ? wire : bytesOf(wire)
    const heard = await exchange(port, bytes, kind !== 'unreadable')
    return { request, status: heard.status, ms: heard.ms, faults: faultsOf(request, heard) }
  })
}

const most = 300

/** One line for whoever looks for the cause; of its tokens nothing is told. */
export function describeSent({ request, status, ms, faults }: Sent, { tokens }: Target): string {
  const { kind, operation, caller, wire } = request
  const bytes = (Buffer.isBuffer(wire) ? wire : bytesOf(wire)).toString()
  const shown = Object.values(tokens).reduce((text, token) => text.replaceAll(token, '…'), bytes)
  return `${faults.join(', ') || `${Math.round(ms)} ms`}: ${status} to ${caller}, ${operation} (${kind}) ${JSON.stringify(shown.slice(0, most))}`
}
