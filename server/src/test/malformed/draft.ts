import fc from 'fast-check'
import type { Operation } from './operations.ts'
import { type Literal, rightFor } from './values.ts'
import { json, type Wire } from './wireRequest.ts'

export interface Draft extends Wire {
  /** Sent as nobody, whoever calls. */
  anonymous?: boolean
}

/** Requests of one kind to an operation, where there can be any. */
export type Kind = (operation: Operation) => fc.Arbitrary<Draft> | undefined

/** Ids of the first records that there are, and one that no record has. */
const ids = ['1', '2', '3', '2000000000']

export const addressOf = ({ path }: Operation, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? (name === 'tipo' ? 'choferes' : '1'))

export type Pair = readonly [name: string, value: Literal]

export const bodyOf = (pairs: readonly Pair[]) =>
  Buffer.from(`{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)
export const rightPairs = ({ fields }: Operation): Pair[] =>
  fields.map((field) => [field.name, rightFor(field)])

/** A call as it should be. */
export const right = (operation: Operation, id = '1'): Wire => ({
  method: operation.method,
  target: addressOf(operation, { id }),
  headers: operation.fields.length > 0 ? [json] : [],
  ...(operation.fields.length > 0 && { body: bodyOf(rightPairs(operation)) }),
})
export const rights = (operation: Operation) => fc.constantFrom(...ids).map((id) => right(operation, id))

export const pick = <T>(items: readonly T[]): fc.Arbitrary<T> | undefined =>
  items.length > 0 ? fc.constantFrom(...items) : undefined
