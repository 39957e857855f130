import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { type BodyPair, encodeBody, pickOne, type RequestKind, validPairs, validRequests } from './draft.ts'
import { extraFields, invalidValueFor, validValueFor } from './values.ts'
import { type Header, json } from './wireRequest.ts'

/** Ignored unless the caller is an administrador. */
const ignoredField = 'motivo_excepcion'

const wrongField: RequestKind = (operation) =>
  pickOne(operation.fields.filter(({ name }) => name !== ignoredField))?.chain((field) =>
    fc
      .tuple(validRequests(operation), invalidValueFor(field), extraFields, fc.boolean())
      .map(([wire, wrong, extra, twice]) => {
        const pairs = validPairs(operation).filter(([name]) => twice || name !== field.name)
        // JSON parsers use the last of two duplicates.
        return {
          ...wire,
          body: encodeBody([...extra.filter(([name]) => name !== field.name), ...pairs, [field.name, wrong]]),
        }
      }),
  )

const missingField: RequestKind = (operation) =>
  pickOne(operation.fields.filter(({ required }) => required))?.chain((field) =>
    fc.tuple(validRequests(operation), extraFields).map(([wire, extra]) => {
      const otherPairs = validPairs(operation).filter(([name]) => name !== field.name)
      const inherited: BodyPair = ['__proto__', `{${JSON.stringify(field.name)}:${validValueFor(field)}}`]
      return {
        ...wire,
        body: encodeBody([inherited, ...extra.filter(([name]) => name !== field.name), ...otherPairs]),
      }
    }),
  )

const bodyNotObject: RequestKind = (operation) => {
  if (operation.fields.length === 0) return undefined
  const needs = operation.fields.some(({ required }) => required)
  const bodies = ['[]', '[{}]', '5', 'true', '"x"', 'null', '[null]', ...(needs ? ['', '{}'] : [])]
  return fc
    .tuple(validRequests(operation), fc.constantFrom(...bodies))
    .map(([wire, body]) => ({ ...wire, body: Buffer.from(body) }))
}

const bodyNotJson: RequestKind = (operation) => {
  if (operation.method === 'GET') return undefined
  return fc.tuple(validRequests(operation), fc.nat(), fc.nat(12)).map(([wire, at, how]) => {
    const valid = wire.body ?? Buffer.from('{"a":"ñandú"}')
    const text = valid.toString()
    const bodies = [
      valid.subarray(0, 1 + (at % (valid.length - 1))),
      Buffer.from(`${text}}`),
      Buffer.from(`${text}${text}`),
      Buffer.from(text.replaceAll('"', "'")),
      Buffer.from(text.replace('{', '{,')),
      Buffer.from(text.replace('}', ',}')),
      Buffer.from(`${text}// así no`),
      Buffer.from(text.replace('{', '{"n":NaN,')),
      Buffer.from(text.replace('{', '{"n":01,')),
      Buffer.from(text.replace('{', '{"n":"\t\n",')),
      // Invalid UTF-8, in an ignored text or in a stored one.
      Buffer.concat([
        valid.subarray(0, -2),
        Buffer.from([0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
        valid.subarray(-2),
      ]),
      gzipSync(valid),
      Buffer.from(text, 'utf16le'),
    ]
    const encoding: Header[] = how === 11 ? [['Content-Encoding', 'gzip']] : []
    return { ...wire, headers: [json, ...encoding], body: bodies[how] ?? valid }
  })
}

const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'x',
  'application/jsonp',
  'application/json-patch+json',
  'text/json',
  'application/*',
  '*/*',
  '; charset=utf-8',
]
const otherType: RequestKind = (operation) => {
  if (operation.method === 'GET') return undefined
  return fc
    .tuple(validRequests(operation), fc.option(fc.constantFrom(...otherTypes)))
    .map(([wire, type]) => ({
      ...wire,
      headers: type === null ? [] : [['Content-Type', type]],
      body: wire.body ?? Buffer.from('{}'),
    }))
}

const large = Buffer.from(`{"nada":"${'x'.repeat(1024 * 1024)}"}`)
const tooLarge: RequestKind = (operation) =>
  operation.method === 'GET'
    ? undefined
    : validRequests(operation).map((wire) => ({ ...wire, headers: [json], body: large }))

/** Bodies that every call rejects. */
export const bodyKinds = {
  wrongField,
  missingField,
  noObject: bodyNotObject,
  noJson: bodyNotJson,
  otherType,
  tooLarge,
}
