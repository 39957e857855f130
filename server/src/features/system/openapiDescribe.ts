import { campoLabel } from '@flota/contract/campos.ts'
import type { Json } from '../../platform/http/jsonSchema.ts'
import { fieldDescriptions, moment } from './openapiFields.ts'
import { ownFieldDescriptions } from './openapiOwnFields.ts'
import { examples } from './openapiWords.ts'

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether it is a moment, null or not. */
const isMoment = ({ format, anyOf }: Json): boolean =>
  format === 'date-time' || (Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && isMoment(each)))

/** What is said of a property: its own words, those of its name, else what the office calls it. */
function descriptionOf(owner: string, name: string, property: Json): string {
  const words = ownFieldDescriptions[`${owner}.${name}`] ?? fieldDescriptions[name] ?? campoLabel(name)
  return isMoment(property) && !words.includes(moment) ? `${words} ${moment}` : words
}

const fits = (example: unknown, { type, anyOf }: Json): boolean => {
  const types = [type, ...(Array.isArray(anyOf) ? anyOf.map((each) => isObject(each) && each.type) : [])]
  return types.some((each) => each === typeof example)
}

function describeProperty(owner: string, name: string, property: unknown): unknown {
  if (!isObject(property) || property.description !== undefined) return property
  const example = examples[`${owner}.${name}`] ?? examples[name]
  return {
    ...property,
    description: descriptionOf(owner, name, property),
    ...(example !== undefined &&
      !property.format &&
      !property.enum &&
      fits(example, property) && {
        examples: [example],
      }),
  }
}

/** The schema with words for each property, also of what stands within it. */
export function withDescriptions(schema: unknown, owner: string): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withDescriptions(each, owner))
  if (!isObject(schema)) return schema
  const inner = Object.entries(schema).map(([key, value]) => [key, withDescriptions(value, owner)] as const)
  const { properties, ...rest } = Object.fromEntries(inner)
  if (!isObject(properties)) return properties === undefined ? rest : { ...rest, properties }
  const told = Object.entries(properties).map(([name, each]): [string, unknown] => [
    name,
    describeProperty(owner, name, each),
  ])
  return { ...rest, properties: Object.fromEntries(told) }
}
