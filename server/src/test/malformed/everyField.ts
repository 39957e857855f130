import { encodeBody, validPairs, validRequest } from './draft.ts'
import type { MalformedRequest, RoleTokens } from './malformedRequests.ts'
import type { Field, Operation } from './operations.ts'
import { alternatives, type Literal } from './values.ts'
import { json } from './wireRequest.ts'

/** Throws when compared, concatenated or converted to text. */
const object: Literal = '{"toString":"x","valueOf":"x"}'
const lists: Literal[] = ['[]', '["x"]', '[[1]]']

const wrongLiterals = ({ schema }: Field): Literal[] => {
  const takes = (expected: string) => alternatives(schema).some(({ type }) => type === expected)
  return [...(takes('object') ? [] : [object]), ...(takes('array') ? ['[[1]]'] : lists)]
}

/**
 * Returns requests with each field as object and as lists, each parameter twice, and null as body.
 * Independent of the seed.
 */
export function fieldProbes(operations: readonly Operation[], tokens: RoleTokens): MalformedRequest[] {
  return operations.flatMap((operation) => {
    const caller = operation.path.startsWith('/api/piloto/') ? 'piloto' : 'administrador'
    const wire = validRequest(operation)
    const headers = [json, ['Authorization', `Bearer ${tokens[caller]}`] as const]
    const common = { operation: operation.name, caller, harmless: false } as const
    const bodies = operation.fields.flatMap((field) => {
      const others = validPairs(operation).filter(([name]) => name !== field.name)
      return wrongLiterals(field).map((wrong) => encodeBody([...others, [field.name, wrong]]))
    })
    const nulls = operation.fields.length > 0 ? [Buffer.from('null')] : []
    const targets = operation.query.map(({ name }) => `${wire.target}?${name}=1&${name}=2`)
    return [
      ...[...bodies, ...nulls].map((body) => ({
        ...common,
        kind: 'everyField',
        wire: { ...wire, headers, body },
      })),
      ...targets.map((target) => ({ ...common, kind: 'twice', wire: { ...wire, headers, target } })),
    ]
  })
}
