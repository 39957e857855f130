import fc from 'fast-check'
import { bodyKinds } from './bodyKinds.ts'
import { fillAddress, type RequestDraft } from './draft.ts'
import { headKinds, oddRead } from './headKinds.ts'
import type { Operation } from './operations.ts'
import { unreadableRequests, type WireRequest } from './wireRequest.ts'

const callers = ['nobody', 'administrador', 'usuario', 'piloto'] as const
type CallerName = (typeof callers)[number]

/** Tokens of users with every permission of their role. */
export type RoleTokens = Record<Exclude<CallerName, 'nobody'>, string>

/** A request that must be rejected, or (`harmless`) an unusual one that only reads. */
export interface MalformedRequest {
  kind: string
  operation: string
  /** Whose token it has. */
  caller: CallerName
  harmless: boolean
  wire: WireRequest | Buffer
}

const kinds = { ...bodyKinds, ...headKinds, oddReading: oddRead }
/** Relative frequency, by default 1. */
const weights: Partial<Record<keyof typeof kinds, number>> = {
  wrongField: 8,
  noJson: 3,
  wrongQuery: 3,
  tooLarge: 0.2,
}

/** Calls below /usuarios and /piloto have a second address. */
const shortAddress = (target: string, short: boolean) =>
  short ? target.replace(/^\/api(?=\/(usuarios|piloto)([/?]|$))/, '') : target

const withToken = (
  { anonymous, ...wire }: RequestDraft,
  caller: CallerName,
  tokens: RoleTokens,
): WireRequest => {
  if (anonymous || caller === 'nobody') return wire
  return { ...wire, headers: [...wire.headers, ['Authorization', `Bearer ${tokens[caller]}`]] }
}

/** Node parses a line without a version as HTTP/0.9, so calls without authentication may succeed. */
const unreadableRequest = (operations: readonly Operation[]): fc.Arbitrary<MalformedRequest> =>
  fc
    .tuple(fc.constantFrom(...operations.filter(({ open }) => !open)), fc.constantFrom(...unreadableRequests))
    .map(([operation, write]) => ({
      kind: 'unreadable',
      operation: operation.name,
      caller: 'nobody',
      harmless: false,
      wire: Buffer.from(write(operation.method, fillAddress(operation))),
    }))

/** Generates requests of every kind, for every operation and every kind of caller. */
export function malformedRequests(
  operations: readonly Operation[],
  tokens: RoleTokens,
): fc.Arbitrary<MalformedRequest> {
  const each = Object.entries(kinds).map(([kind, draft]) => {
    const drafts = operations.flatMap((operation) => {
      const found = draft(operation)
      return found ? [found.map((own) => ({ own, operation: operation.name }))] : []
    })
    const arbitrary = fc
      .tuple(fc.oneof(...drafts), fc.constantFrom(...callers), fc.boolean())
      .map(([{ own, operation }, caller, short]) => ({
        kind,
        operation,
        caller,
        harmless: kind === 'oddReading',
        wire: withToken({ ...own, target: shortAddress(own.target, short) }, caller, tokens),
      }))
    const weight = Math.round(10 * (weights[kind as keyof typeof kinds] ?? 1))
    return { arbitrary, weight }
  })
  return fc.oneof(...each, { arbitrary: unreadableRequest(operations), weight: 20 })
}
