import type { z } from 'zod'
import type { Fields, Form, Value, Values } from './FieldSpec.ts'

export const presentFields = (fields: Fields, values: Values) =>
  Object.entries(fields).filter(([, { isPresent }]) => isPresent?.(values) ?? true)

export const emptyValues = (fields: Fields): Values => mapFields(fields, ({ empty }) => empty)

export const valuesOf = (fields: Fields, row: object): Values => {
  const stored = new Map<string, unknown>(Object.entries(row))
  return mapFields(fields, ({ read }, name) => read(stored.get(name), row))
}

const mapFields = <T>(fields: Fields, map: (field: Fields[string], name: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field, name)]))

function bodyOf(fields: Fields, values: Values): Record<string, unknown> {
  const presentNames = new Set(presentFields(fields, values).map(([name]) => name))
  const sent: Record<string, unknown> = {}
  for (const [name, { send, empty, sentByName }] of Object.entries(fields)) {
    const value = (presentNames.has(name) && values[name]) || empty
    sent[name] = send(value)
    if (sentByName && typeof value === 'object' && 'text' in value)
      sent[sentByName] = value.id === null ? value.text : null
  }
  return sent
}

/** Returns the field that shows the error of a body key: `cliente_id` for `cliente`. */
export const fieldOf = (fields: Fields, sent: PropertyKey | undefined) =>
  [String(sent), `${String(sent)}_id`].find((name) => name in fields)

export function validate<B>(fields: Fields, schema: z.ZodType<B>, values: Values, version?: number) {
  const { data, error } = schema.safeParse({ ...bodyOf(fields, values), version })
  const errors: Record<string, string | undefined> = {}
  for (const issue of error?.issues ?? []) {
    const name = fieldOf(fields, issue.path[0])
    if (name) errors[name] ??= issue.message
  }
  for (const [name, { validate: validateField, empty }] of presentFields(fields, values)) {
    const message = validateField?.(values[name] ?? empty)
    if (message) errors[name] = message
  }
  return { body: Object.keys(errors).length === 0 ? data : undefined, errors }
}

/** Whether two values of a field are equal for the server. */
export function isSameValue(fields: Fields, name: string, one: Values, other: Values): boolean {
  const field = fields[name]
  const comparable = (value = field?.empty) => {
    // Without a chosen record compare the text.
    const isText = typeof value === 'object' && 'text' in value && value.id === null
    return JSON.stringify(isText ? value.text.trim() : value !== undefined && field?.send(value))
  }
  return comparable(one[name]) === comparable(other[name])
}

type ValueReader = Pick<Form, 'valueOf'>

const isChoice = (value: Value | undefined) => typeof value === 'object' && 'text' in value
export const idIn = (form: ValueReader, name: string) => {
  const value = form.valueOf(name)
  return isChoice(value) ? value.id : null
}
/** Returns the name of a record, chosen or typed. */
export const nameIn = (form: ValueReader, name: string) => {
  const value = form.valueOf(name)
  return isChoice(value) ? value.text.trim() : ''
}
export const textIn = (form: ValueReader, name: string) => {
  const value = form.valueOf(name)
  return typeof value === 'string' ? value.trim() : ''
}

export const isBlank = (value: Value | undefined) => (isChoice(value) ? value.text === '' : value === '')
