import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { bodyOf, type Kind, type Pair, pick, rightPairs, rights } from './draft.ts'
import { extraFields, rightFor, wrongFor } from './values.ts'
import { type Header, json } from './wireRequest.ts'

/** Of others than an administrador it is not even looked at. */
const unread = 'motivo_excepcion'

const wrongField: Kind = (operation) =>
  pick(operation.fields.filter(({ name }) => name !== unread))?.chain((field) =>
    fc
      .tuple(rights(operation), wrongFor(field), extraFields, fc.boolean())
      .map(([wire, wrong, extra, twice]) => {
        const pairs = rightPairs(operation).filter(([name]) => twice || name !== field.name)
        // The last of two counts, as in every reader of JSON.
        return {
          ...wire,
          body: bodyOf([...extra.filter(([name]) => name !== field.name), ...pairs, [field.name, wrong]]),
        }
      }),
  )

const missingField: Kind = (operation) =>
  pick(operation.fields.filter(({ required }) => required))?.chain((field) =>
    fc.tuple(rights(operation), extraFields).map(([wire, extra]) => {
      const left = rightPairs(operation).filter(([name]) => name !== field.name)
      const inherited: Pair = ['__proto__', `{${JSON.stringify(field.name)}:${rightFor(field)}}`]
      return { ...wire, body: bodyOf([inherited, ...extra.filter(([name]) => name !== field.name), ...left]) }
    }),
  )

const noObject: Kind = (operation) => {
  if (operation.fields.length === 0) return undefined
  const needs = operation.fields.some(({ required }) => required)
  const bodies = ['[]', '[{}]', '5', 'true', '"x"', 'null', '[null]', ...(needs ? ['', '{}'] : [])]
  return fc
    .tuple(rights(operation), fc.constantFrom(...bodies))
    .map(([wire, body]) => ({ ...wire, body: Buffer.from(body) }))
}

const noJson: Kind = (operation) => {
  if (operation.method === 'GET') return undefined
  return fc.tuple(rights(operation), fc.nat(), fc.nat(12)).map(([wire, at, how]) => {
    const whole = wire.body ?? Buffer.from('{"a":"ñandú"}')
    const text = whole.toString()
    const bodies = [
      whole.subarray(0, 1 + (at % (whole.length - 1))),
      Buffer.from(`${text}}`),
      Buffer.from(`${text}${text}`),
      Buffer.from(text.replaceAll('"', "'")),
      Buffer.from(text.replace('{', '{,')),
      Buffer.from(text.replace('}', ',}')),
      Buffer.from(`${text}// así no`),
      Buffer.from(text.replace('{', '{"n":NaN,')),
      Buffer.from(text.replace('{', '{"n":01,')),
      Buffer.from(text.replace('{', '{"n":"\t\n",')),
      // In a text that nobody reads, or in one that is kept: bytes that are no character.
      Buffer.concat([
        whole.subarray(0, -2),
        Buffer.from([0xff, 0xfe, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
        whole.subarray(-2),
      ]),
      gzipSync(whole),
      Buffer.from(text, 'utf16le'),
    ]
    const encoding: Header[] = how === 11 ? [['Content-Encoding', 'gzip']] : []
    return { ...wire, headers: [json, ...encoding], body: bodies[how] ?? whole }
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
const otherType: Kind = (operation) => {
  if (operation.method === 'GET') return undefined
  return fc.tuple(rights(operation), fc.option(fc.constantFrom(...otherTypes))).map(([wire, type]) => ({
    ...wire,
    headers: type === null ? [] : [['Content-Type', type]],
    body: wire.body ?? Buffer.from('{}'),
  }))
}

const large = Buffer.from(`{"nada":"${'x'.repeat(1024 * 1024)}"}`)
const tooLarge: Kind = (operation) =>
  operation.method === 'GET'
    ? undefined
    : rights(operation).map((wire) => ({ ...wire, headers: [json], body: large }))

/** Bodies that no call takes. */
export const bodyKinds = { wrongField, missingField, noObject, noJson, otherType, tooLarge }
