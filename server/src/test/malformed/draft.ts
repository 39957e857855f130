import fc from 'fast-check'
import type { Operation } from './operations.ts'
import { type Literal, validValueFor } from './values.ts'
import { json, type WireRequest } from './wireRequest.ts'

export interface RequestDraft extends WireRequest {
  /** Sent without token. */
  anonymous?: boolean
}

/** Generates requests of one kind for an operation; undefined if there are none. */
export type RequestKind = (operation: Operation) => fc.Arbitrary<RequestDraft> | undefined

/** Ids of the first records, and one that no record has. */
const ids = ['1', '2', '3', '2000000000']

export const fillAddress = ({ path }: Operation, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? (name === 'tipo' ? 'choferes' : '1'))

export type BodyPair = readonly [name: string, value: Literal]

export const encodeBody = (pairs: readonly BodyPair[]) =>
  Buffer.from(`{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)
export const validPairs = ({ fields }: Operation): BodyPair[] =>
  fields.map((field) => [field.name, validValueFor(field)])

/** Returns a valid request. */
export const validRequest = (operation: Operation, id = '1'): WireRequest => ({
  method: operation.method,
  target: fillAddress(operation, { id }),
  headers: operation.fields.length > 0 ? [json] : [],
  ...(operation.fields.length > 0 && { body: encodeBody(validPairs(operation)) }),
})
export const validRequests = (operation: Operation) =>
  fc.constantFrom(...ids).map((id) => validRequest(operation, id))

export const pickOne = <T>(items: readonly T[]): fc.Arbitrary<T> | undefined =>
  items.length > 0 ? fc.constantFrom(...items) : undefined
