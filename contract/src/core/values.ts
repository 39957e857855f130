import { z } from 'zod'
import { isRealDate } from './calendar.ts'
import { sentences } from './sentences.ts'
import './validation.ts'

/** Building blocks of request and response schemas (docs/contract/general.md). */

const codePoints = (value: string) => [...value].length

/** PostgreSQL's text can't store U+0000, and a lone surrogate would be replaced. */
const storableText = (schema: z.ZodString) =>
  schema.refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'El texto tiene un carácter que no se puede guardar.',
  })

const withMaxLength = (schema: z.ZodString, max: number) =>
  storableText(schema)
    .refine((value) => codePoints(value) <= max, { error: `Máximo ${max} caracteres.` })
    .meta({ maxLength: max })

/** Returns whether a text has a visible character. U+2800 is Braille without dots. */
export const isVisible = (value: string) =>
  /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u.test(value)

/** Required text: trimmed, visible, `min` to `max` Unicode code points. */
export const text = (max = 100, min = 1) =>
  withMaxLength(z.string().trim().min(1), max)
    .refine(isVisible, { error: sentences.required })
    .refine((value) => codePoints(value) >= min, { error: `Mínimo ${min} caracteres.` })
    .meta({ minLength: min })

/** Optional text: null, "" and absence mean null. */
export const optionalText = (max = 100) =>
  withMaxLength(z.string().trim(), max)
    .nullish()
    .transform((value) => value || null)

const reason = () => text(200, 5)

/** Wraps a schema: null and "" mean absent. */
export const blankAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema)

/** Makes a schema nullable: "" and absence mean null. */
export const blankAsNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

/** Makes a schema nullable and optional: null and "" clear the value, absence stays undefined. */
export const clearable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish())

export const optionalReason = () => blankAsAbsent(reason().optional())

/** Password or other secret, not trimmed. */
export const secret = () => withMaxLength(z.string().min(1), 128)

/** Existing calendar date `YYYY-MM-DD`. */
export const date = () =>
  z.string().trim().min(1).refine(isRealDate, { error: sentences.wrongDate }).meta({ format: 'date' })

export const optionalDate = () => blankAsNull(date())

/** Moment with an offset, output in UTC. */
export const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'Escribe fecha, hora y zona, como 2026-11-20T08:30:00-06:00.' })
    .transform((value) => new Date(value).toISOString())
    // In UTC the day may leave the years 0001 to 9999.
    .refine((value) => isRealDate(value.slice(0, 10)), { error: 'La fecha no es válida.' })

/** Null, "" and absence mean null. */
export const optionalMoment = () => clearable(moment()).transform((value) => value ?? null)

export const clearableMoment = () => clearable(moment())

/**
 * Rule of one field that depends on others. Runs also if other fields are invalid, so that all errors are returned together.
 * @param findError returns the sentence, undefined if the field is valid
 */
export const fieldRule = (
  campo: string,
  findError: (input: Record<string, unknown>) => string | undefined,
): z.core.$ZodCheck<Record<string, unknown>> =>
  z.refine<Record<string, unknown>>((input) => findError(input) === undefined, {
    path: [campo],
    // A check of an object has the object as input.
    error: ({ input }) => findError(input as Record<string, unknown>),
    when: () => true,
  })

/** `fieldRule` with one sentence. */
export const crossFieldRule = (
  campo: string,
  error: string,
  isValid: (input: Record<string, unknown>) => boolean,
): z.core.$ZodCheck<Record<string, unknown>> => z.refine(isValid, { path: [campo], error, when: () => true })

export const endsInOrder = (beginning: string, end: string, error: string = sentences.endsEarly) =>
  crossFieldRule(end, error, (input) => !endsBefore(input[end], input[beginning]))

/** Created once: creating a schema costs more than parsing. */
const dateOrMoment = [date(), moment()]

/** Returns whether the end precedes the beginning. Values that are no dates have errors of their own. */
const endsBefore = (end: unknown, beginning: unknown) =>
  dateOrMoment.some((kind) => {
    const [first, last] = [beginning, end].map((each) => kind.safeParse(each).data)
    return first !== undefined && last !== undefined && last < first
  })

/** Integer in a body. Not z.int(), because its failure makes zod skip the object's rules. */
export const integer = (min: number, max: number) =>
  z
    .number()
    .refine(Number.isSafeInteger, { error: 'Debe ser un número entero.' })
    .min(min)
    .max(max)
    .meta({ type: 'integer' })

/** Optional integer from 0; null, "" and absence mean null. */
export const optionalWholeNumber = () => blankAsNull(integer(0, maxId))

/** Duration of a trip in minutes, at most two weeks. */
export const duracion = () => integer(1, 20_160)

export const optionalDuracion = () => clearable(duracion())

/** Maximum of PostgreSQL's integer. */
const maxId = 2 ** 31 - 1

/** Integer from 1 in path or query, described as a number in the OpenAPI document. */
const positiveInteger = (error: string, max = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .refine((value) => /^[1-9]\d*$/.test(value), { error })
    .meta({ type: 'integer', minimum: 1, ...(Number.isFinite(max) && { maximum: max }) })

/** Id in a path. One above PostgreSQL's maximum becomes 0, which no record has. */
export const pathId = () =>
  positiveInteger('El identificador debe ser un número entero positivo.').transform((value) =>
    Number(value) > maxId ? 0 : Number(value),
  )

/** Id in a body. One above PostgreSQL's maximum becomes 0, which no record has. */
export const bodyId = () =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= 1, { error: 'Elige un registro de la lista.' })
    .meta({ type: 'integer', minimum: 1 })
    .transform((value) => (value > maxId ? 0 : value))

export const optionalId = () => blankAsNull(bodyId())

export const maxAmount = 99_999_999.99

/** Returns whether the text is plain digits with at most two decimals: no sign, exponent or comma. */
const isAmount = (value: string, max = maxAmount) => /^\d+(\.\d{1,2})?$/.test(value) && Number(value) <= max

const amountTextTo = (max: number) => `Escribe una cantidad de 0 a ${max}, con dos decimales como máximo.`
const amountText = amountTextTo(maxAmount)

/** Amount from 0 with at most two decimals. Also accepts a numeric string. */
export const amount = () =>
  z
    .union([z.number(), z.string().trim().min(1)], {
      error: (issue) => (issue.input == null || issue.input === '' ? sentences.required : amountText),
    })
    .refine((value) => isAmount(String(value)), { error: amountText })
    .transform(Number)

export const montoAboveZero = () =>
  amount().refine((value) => value > 0, { error: 'El monto debe ser mayor que cero.' })

export const optionalAmount = (max = maxAmount) =>
  z
    .union([z.number(), z.string().trim()], { error: amountTextTo(max) })
    .nullish()
    .refine((value) => value == null || value === '' || isAmount(String(value), max), {
      error: amountTextTo(max),
    })
    .transform((value) => (value == null || value === '' ? null : Number(value)))

export const hour = () =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'Escribe una hora válida, como 08:30.' })

export const optionalHour = () => blankAsNull(hour())

/** Optional enum; null and "" mean absent. */
export const optionalEnum = <const T extends readonly string[]>(words: T) =>
  blankAsAbsent(z.enum(words).optional())

/** Optional enum; null, "" and absence mean null. */
export const enumOrNull = <const T extends readonly string[]>(words: T) =>
  optionalEnum(words).transform((value) => value ?? null)

/** Optional integer from 1; null and "" mean absent. */
export const optionalPositiveInteger = (max: number) => blankAsAbsent(integer(1, max).optional())

export const queryNumber = (max: number) =>
  positiveInteger('Debe ser un número entero desde 1.', max)
    .transform(Number)
    .refine((value) => value <= max, { error: `El valor máximo es ${max}.` })

/** `pagina` has no upper limit: a page past the end is empty. */
const page = () => queryNumber(Number.POSITIVE_INFINITY).transform((value) => Math.min(value, 1e12))

/** Optional text in a query; "" means absent. */
export const queryText = (max = 100) => withMaxLength(z.string().trim(), max).optional()

/** Query of every list. Without `porPagina` it returns up to 1,000 rows. */
export const listQuery = {
  pagina: page().default(1),
  porPagina: queryNumber(100).default(1000),
  buscar: queryText(),
}

/** Query of a list that has no end: it returns its newest 100 rows, and older ones by page. */
export const newestQuery = { pagina: page().default(1), porPagina: queryNumber(100).default(100) }
export type NewestQuery = z.output<z.ZodObject<typeof newestQuery>>

/** Boolean in a body; null, "" and absence mean the default. */
export const booleanWithDefault = (absent: boolean) => blankAsAbsent(z.boolean().default(absent))

/** Version of a one-to-one part of a record that the caller read; 0 if it did not exist. */
export const versionOrZero = () => clearable(integer(0, maxId))

/** Version of the record that the caller read; null and "" skip the check. */
export const version = () => clearable(integer(1, maxId))

export const queryVersion = () => queryNumber(maxId).optional()

/** Object with a schema name in the OpenAPI document. */
export const named = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id })

export const recordMeta = {
  id: z.int(),
  version: z.int(),
  creado_en: z.iso.datetime(),
  actualizado_en: z.iso.datetime(),
}
