import { campoLabel, recordFields } from '@flota/contract/records/campos.ts'
import type { Json } from '../../platform/http/jsonSchema.ts'
import texts from './openapiTexts.json' with { type: 'json' }

// The contract's schemas carry no descriptions, because the browser loads them with its forms.

/** Appended to the description of every property that holds a moment. */
const momentText = texts.properties.momento
/** Fields of all records by name; of two with one name the first record's counts. */
const fieldsByName = Object.fromEntries(recordFields.toReversed().flatMap((fields) => Object.entries(fields)))
/** By property name, for properties that are no field of a record. */
const descriptions: Readonly<Record<string, string>> = texts.properties
/** By `Schema.property`, for a name with another meaning in that schema. */
const ownDescriptions: Readonly<Record<string, string>> = texts.ownProperties
/** By property name or by `Schema.property`. */
const examples: Readonly<Record<string, unknown>> = texts.examples

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoment = ({ format, anyOf }: Json): boolean =>
  format === 'date-time' || (Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && isMoment(each)))

function descriptionOf(owner: string, name: string, property: Json): string {
  const text =
    ownDescriptions[`${owner}.${name}`] ??
    descriptions[name] ??
    fieldsByName[name]?.description ??
    campoLabel(name)
  return isMoment(property) && !text.includes(momentText) ? `${text} ${momentText}` : text
}

const hasTypeOf = (example: unknown, { type, anyOf }: Json): boolean => {
  const types = [type, ...(Array.isArray(anyOf) ? anyOf.map((each) => isObject(each) && each.type) : [])]
  return types.some((each) => each === typeof example)
}

function describeProperty(owner: string, name: string, property: unknown): unknown {
  if (!isObject(property) || property.description !== undefined) return property
  const example = examples[`${owner}.${name}`] ?? examples[name] ?? fieldsByName[name]?.example
  return {
    ...property,
    description: descriptionOf(owner, name, property),
    ...(example !== undefined &&
      !property.format &&
      !property.enum &&
      hasTypeOf(example, property) && { examples: [example] }),
  }
}

/** Adds a description and an example to each property of the schema, also in nested schemas. */
export function withDescriptions(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withDescriptions(each, owner))
  if (!isObject(schema)) return schema
  const inner = Object.entries(schema).map(([key, value]) => [key, withDescriptions(value, owner)] as const)
  const { properties, ...rest } = Object.fromEntries(inner)
  if (!isObject(properties)) return properties === undefined ? rest : { ...rest, properties }
  const described = Object.entries(properties).map(([name, each]): [string, unknown] => [
    name,
    describeProperty(owner, name, each),
  ])
  return { ...rest, properties: Object.fromEntries(described) }
}
