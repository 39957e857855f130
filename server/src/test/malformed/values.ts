import fc from 'fast-check'
import type { Field, Schema } from './operations.ts'
import { payloads } from './payloads.ts'

/** JSON text of a value, including some that JSON.stringify can't write. */
export type Literal = string

const literal = (value: unknown): Literal => JSON.stringify(value)

const nested = (depth: number, open: string, close: string): Literal =>
  open.repeat(depth) + close.repeat(depth)

const objects: Literal[] = [
  '{}',
  '{"a":1}',
  '{"__proto__":{"admin":true}}',
  '{"length":1,"0":"x","toString":"x","valueOf":"x"}',
  '{"$gt":""}',
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]
/** Invalid for every field: none accepts booleans or nested lists. */
const neverValid: Literal[] = [
  'true',
  'false',
  '[[1]]',
  '[{"__proto__":null}]',
  '[null]',
  nested(2000, '[', ']'),
]
const noText = ['5', '0', '-1', '1e400', '[]', '["x"]']
/** Invalid in every text. */
const noCharacter = ['"a\\u0000b"', '"\\u0000"', '"\\ud800"', '"x\\udfff y"']
const noNumber = ['1e400', '-1e400', '-1', '1.234', '"1e3"', '"NaN"', '"Infinity"', '"-1"', '"0x10"', '"1,5"']
const noWhole = ['1.5', '-1', '1e400', '-9007199254740993', '"1"', '"NaN"', '[]', '[1]']
const noDate = [
  '"2026-02-30"',
  '"0000-01-01"',
  '"2026-1-1"',
  '"20261120"',
  '"2026-11-20T00:00:00Z"',
  '"99999-01-01"',
]

const oneOfLiterals = (values: readonly Literal[]) => fc.constantFrom(...values)
const hostile = fc.constantFrom(...payloads)
const hostileText = hostile.map(literal)
/** Texts one character too long, also with characters of several bytes. */
const tooLongText = (maxLength: number) =>
  fc.constantFrom('x', 'ñ', '🚚', '<', "'").map((each) => literal(each.repeat(maxLength + 1)))

/** Returns the schemas that a value may match, `anyOf` split. */
export const alternatives = (schema: Schema): Schema[] =>
  schema.anyOf
    ? schema.anyOf.flatMap(alternatives)
    : [schema.type ?? []].flat().map((type) => ({ ...schema, type }))

/** Generates values that the schema rejects. */
function invalidValues(schema: Schema): fc.Arbitrary<Literal>[] {
  const all = alternatives(schema)
  const takes = (type: string) => all.some((each) => each.type === type)
  if (takes('array')) return [oneOfLiterals(['[99]', '["ver_rutas"]', '[1.5]', '[-1]', '5']), hostileText]
  if (takes('number') && takes('string'))
    return [oneOfLiterals([...noNumber, ...noCharacter, '[]']), hostileText]
  if (takes('integer')) return [oneOfLiterals(noWhole), hostileText]
  if (takes('number')) return [oneOfLiterals([...noWhole, '0', '4', '1e300']), hostileText]
  if (schema.enum) return [oneOfLiterals([...noText, ...noCharacter]), hostileText]
  if (all.some((each) => each.format === 'date'))
    return [oneOfLiterals([...noText, ...noDate, ...noCharacter]), hostileText]
  if (schema.pattern) return [oneOfLiterals([...noText, ...noCharacter, '"25:00"', '"8:30"']), hostileText]
  const maxLength = all.find((each) => each.maxLength !== undefined)?.maxLength
  return [
    oneOfLiterals([...noText, ...noCharacter]),
    ...(maxLength === undefined ? [] : [tooLongText(maxLength)]),
  ]
}

/** Generates a value that the field rejects. */
export const invalidValueFor = ({ schema, required }: Field): fc.Arbitrary<Literal> =>
  fc.oneof(
    oneOfLiterals([
      ...neverValid,
      ...(required ? ['null', '""'] : []),
      // Undeclared fields of an object are ignored.
      ...(alternatives(schema).some(({ type }) => type === 'object') ? [] : objects),
    ]),
    ...invalidValues(schema),
  )

/** Returns a valid value for the field. */
export function validValueFor({ name, schema }: Field): Literal {
  const [first = {}] = alternatives(schema)
  if (first.enum) return literal(first.enum[0])
  if (first.const !== undefined && name === 'rol_id') return '3'
  if (name === 'piloto_id' || name === 'permisos') return 'null'
  if (first.format === 'date') return '"2026-11-20"'
  if (first.pattern) return '"08:30"'
  if (first.type === 'integer' || first.type === 'number') return '1'
  return literal(`Bueno-${name}`.slice(0, 30))
}

/** Generates undeclared fields. */
export const extraFields = fc.array(
  fc.tuple(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'id',
      'creado_en',
      'x',
      '',
    ),
    fc.oneof(oneOfLiterals([...neverValid, ...objects, ...noCharacter, 'null']), hostileText),
  ),
  { maxLength: 3 },
)

const encoded = hostile.map(encodeURIComponent)

/** Generates an encoded value that the parameter rejects. */
export function invalidQueryValue({ schema }: Field): fc.Arbitrary<string> {
  const shapeless = fc.constantFrom('%00', 'a%00b')
  if (schema.type === 'integer') {
    const numbers = ['0', '-1', '1.5', '1e3', '+1', '0x1', 'NaN', '%EF%BC%91', '1%202', 'null', '[]', '%ff']
    const tooLarge = schema.maximum === undefined ? [] : [String(schema.maximum + 1), '9'.repeat(300)]
    return fc.oneof(shapeless, fc.constantFrom(...numbers, ...tooLarge), encoded)
  }
  if (schema.enum || schema.format) return fc.oneof(shapeless, encoded, fc.constantFrom('%ff', '%zz', '0'))
  return fc.oneof(
    shapeless,
    fc.constantFrom('x', '%C3%B1', '%F0%9F%9A%9A').map((each) => each.repeat((schema.maxLength ?? 0) + 1)),
  )
}

/** Generates invalid ids for a path. */
export const invalidIds = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    '[1]',
    '1,2',
    '1;x',
    '*',
    '%00',
    '1%00',
    '%ff',
    '%zz',
    '%',
    '%c0%ae',
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '1%2f..',
    '1%20',
    '1%0d%0aX-Injected:%20si',
    '%EF%BC%91',
    '%F0%9F%9A%9A',
    '9'.repeat(400),
    '2000000000',
    'x'.repeat(7000),
  ),
  encoded,
)

/** Generates queries that have no effect. */
export const oddQueries = fc.array(
  fc.oneof(
    fc.constantFrom(
      '&&&==',
      '%',
      '%zz=%ff',
      '__proto__=x',
      '__proto__[admin]=1',
      'constructor.prototype=1',
      'a[]=1',
    ),
    fc.constantFrom(
      'a[b][c]=1',
      '?',
      '=',
      'token=x',
      ';',
      'x'.repeat(4000),
      '%00=%00',
      '_method=DELETE',
      'callback=x',
    ),
    encoded,
    encoded.map((text) => `buscar=${text}`),
  ),
  { maxLength: 4 },
)
