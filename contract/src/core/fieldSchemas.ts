import { z } from 'zod'
import type { Field, Fields, ReadName, WrittenName } from './fields.ts'
import {
  amount,
  blankAsNull,
  bodyId,
  booleanWithDefault,
  date,
  duracion,
  enumOrNull,
  hour,
  optionalAmount,
  optionalDate,
  optionalDuracion,
  optionalHour,
  optionalId,
  optionalMoment,
  optionalText,
  optionalWholeNumber,
  moment as requiredMoment,
  text,
} from './values.ts'

/** Schemas of bodies and responses, derived from a record's fields. */

type Words = readonly string[]
const wordsOf = (field: Field): Words => field.choices ?? []

/** Schema of a body's field by type. A record's file replaces those with rules of their own. */
const requiredInputs = {
  text: (field: Field) => text(field.max),
  date,
  hour,
  moment: requiredMoment,
  amount,
  integer: () => optionalWholeNumber(),
  minutes: duracion,
  id: bodyId,
  choice: (field: Field) => z.enum(wordsOf(field)),
  boolean: () => booleanWithDefault(false),
  list: () => z.array(z.unknown()),
}
const optionalInputs = {
  text: (field: Field) => optionalText(field.max),
  date: optionalDate,
  hour: optionalHour,
  moment: optionalMoment,
  amount: () => optionalAmount(),
  integer: () => optionalWholeNumber(),
  minutes: () => blankAsNull(duracion()),
  id: optionalId,
  choice: (field: Field) => enumOrNull(wordsOf(field)),
  boolean: () => booleanWithDefault(false),
  list: () => z.array(z.unknown()).nullish(),
}
const outputs = {
  text: () => z.string(),
  date: () => z.string(),
  hour: () => z.string(),
  moment: () => z.iso.datetime(),
  amount: () => z.number(),
  integer: () => z.int(),
  minutes: () => z.int(),
  id: () => z.int(),
  choice: (field: Field) => (field.anyWhenRead ? z.string() : z.enum(wordsOf(field))),
  boolean: () => z.boolean(),
  list: () => z.array(z.int()),
}

type ChoiceOf<F> = F extends { choices: infer W extends Words } ? W[number] : string
type InputOf<F extends Field> = F['type'] extends 'choice'
  ? F extends { required: true }
    ? z.ZodType<ChoiceOf<F>, ChoiceOf<F>>
    : ReturnType<typeof enumOrNull<readonly ChoiceOf<F>[]>>
  : F extends { keptIfAbsent: true }
    ? ReturnType<typeof optionalDuracion>
    : F extends { required: true } | { nullIfOld: true }
      ? ReturnType<(typeof requiredInputs)[F['type']]>
      : ReturnType<(typeof optionalInputs)[F['type']]>

type PlainOutputOf<F extends Field> = F['type'] extends 'choice'
  ? F extends { anyWhenRead: true }
    ? z.ZodString
    : z.ZodType<ChoiceOf<F>, ChoiceOf<F>>
  : ReturnType<(typeof outputs)[F['type']]>
type OutputOf<F extends Field> = F extends { required: true }
  ? PlainOutputOf<F>
  : z.ZodNullable<PlainOutputOf<F>>

const mapFields = (fields: Fields, use: Field['use'], schemaOf: (field: Field) => z.ZodType) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.use === undefined || field.use === use ? [[name, schemaOf(field)]] : [],
    ),
  )

function inputOf(field: Field): z.ZodType {
  if (field.keptIfAbsent) return optionalDuracion()
  const inputs = field.required || field.nullIfOld ? requiredInputs : optionalInputs
  return inputs[field.type](field)
}

function outputOf(field: Field): z.ZodType {
  const schema = outputs[field.type](field)
  return field.required ? schema : schema.nullable()
}

/** Returns the schemas of a body's fields. */
export const inputShape = <F extends Fields>(fields: F) =>
  mapFields(fields, 'write', inputOf) as { [K in WrittenName<F>]: InputOf<F[K]> }

/** Returns the schemas of a response's fields. */
export const outputShape = <F extends Fields>(fields: F) =>
  mapFields(fields, 'read', outputOf) as { [K in ReadName<F>]: OutputOf<F[K]> }

/** Returns the schemas of a response that pilots get too: private fields may be absent. */
export const outputShapeForPilots = <F extends Fields>(fields: F) =>
  mapFields(fields, 'read', (field) => (field.pilot ? outputOf(field) : outputOf(field).optional())) as {
    [K in ReadName<F>]: F[K] extends { pilot: true } ? OutputOf<F[K]> : z.ZodOptional<OutputOf<F[K]>>
  }
