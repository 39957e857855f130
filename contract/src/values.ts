import { z } from 'zod'
import { isRealDate } from './calendar.ts'
import { sentences } from './sentences.ts'
import './validation.ts'

/** Building blocks of requests and responses (docs/contract/general.md). */

const codePoints = (value: string) => [...value].length

/** PostgreSQL's text cannot hold U+0000; half a surrogate pair is no character and would come back as another. */
const storableText = (schema: z.ZodString) =>
  schema.refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'El texto tiene un carácter que no se puede guardar.',
  })

const withMaxLength = (schema: z.ZodString, max: number) =>
  storableText(schema)
    .refine((value) => codePoints(value) <= max, { error: `Máximo ${max} caracteres.` })
    .meta({ maxLength: max })

/** Whether anything of a text can be seen, not only marks that stand on nothing; the last is Braille without a dot. */
export const isVisible = (value: string) =>
  /[^\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Z}\p{M}\u2800]/u.test(value)

/** A required text: trimmed, with something to see, `min` to `max` Unicode code points. */
export const text = (max = 100, min = 1) =>
  withMaxLength(z.string().trim().min(1), max)
    .refine(isVisible, { error: sentences.required })
    .refine((value) => codePoints(value) >= min, { error: `Mínimo ${min} caracteres.` })
    .meta({ minLength: min })

/** An optional text: null, "" and absence all mean null. */
export const optionalText = (max = 100) =>
  withMaxLength(z.string().trim(), max)
    .nullish()
    .transform((value) => value || null)

/** A reason in words, 5 to 200 characters. */
const reason = () => text(200, 5)

export const optionalReason = () =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), reason().optional())

/** A secret is taken as it is typed, never trimmed. */
export const secret = () => withMaxLength(z.string().min(1), 128)

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const date = () =>
  z.string().trim().min(1).refine(isRealDate, { error: sentences.wrongDate }).meta({ format: 'date' })

export const optionalDate = () =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), date().nullable())

/** A moment with its zone; it leaves in UTC. */
export const moment = () =>
  z.iso
    .datetime({ offset: true, error: 'Escribe fecha, hora y zona, como 2026-11-20T08:30:00-06:00.' })
    .transform((value) => new Date(value).toISOString())
    // Its day in UTC may lie before or after all the years that a date can have.
    .refine((value) => isRealDate(value.slice(0, 10)), { error: 'La fecha no es válida.' })

/** Null, "" and absence all mean null. */
export const optionalMoment = () =>
  z
    .preprocess((value) => (value === '' ? null : value), moment().nullish())
    .transform((value) => value ?? null)

/** null and "" clear it; absence is told apart. */
export const clearableMoment = () =>
  z.preprocess((value) => (value === '' ? null : value), moment().nullish())

/** What fields say together; checked also where another is wrong, so that all wrong fields are told together. */
export const crossFieldRule = (
  campo: string,
  error: string,
  isValid: (input: Record<string, unknown>) => boolean,
): z.core.$ZodCheck<Record<string, unknown>> => z.refine(isValid, { path: [campo], error, when: () => true })

export const endsInOrder = (beginning: string, end: string, error: string = sentences.endsEarly) =>
  crossFieldRule(end, error, (input) => !endsBefore(input[end], input[beginning]))

/** Made once: making a schema costs a call more than all else that is checked of it. */
const dateOrMoment = [date(), moment()]

/** Whether both are dates, or moments, the end before the beginning; what is neither is told by itself. */
const endsBefore = (end: unknown, beginning: unknown) =>
  dateOrMoment.some((kind) => {
    const [first, last] = [beginning, end].map((each) => kind.safeParse(each).data)
    return first !== undefined && last !== undefined && last < first
  })

/** A whole number in a body. Not z.int(): where that refuses a fraction, zod skips the object's own rules. */
export const integer = (min: number, max: number) =>
  z
    .number()
    .refine(Number.isSafeInteger, { error: 'Debe ser un número entero.' })
    .min(min)
    .max(max)
    .meta({ type: 'integer' })

/** An optional whole number from 0; null, "" and absence all mean null. */
export const optionalWholeNumber = () =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), integer(0, maxId).nullable())

/** How long a trip takes, in minutes: a week or two at most. */
export const duracion = () => integer(1, 20_160)

/** null and "" clear it; absence is told apart. */
export const optionalDuracion = () =>
  z.preprocess((value) => (value === '' ? null : value), duracion().nullish())

/** The largest id that the database can hold. */
const maxId = 2 ** 31 - 1

/** A whole number from 1 in an address, where all is text: described as the number that a client has. */
const positiveInteger = (error: string, max = Number.POSITIVE_INFINITY) =>
  z
    .string()
    .refine((value) => /^[1-9]\d*$/.test(value), { error })
    .meta({ type: 'integer', minimum: 1, ...(Number.isFinite(max) && { maximum: max }) })

/** An id in a path. One that is too large for the database can't exist: it becomes 0, which finds nothing. */
export const pathId = () =>
  positiveInteger('El identificador debe ser un número entero positivo.').transform((value) =>
    Number(value) > maxId ? 0 : Number(value),
  )

/** One too large becomes 0, which no record has. */
export const bodyId = () =>
  z
    .number()
    .refine((value) => Number.isInteger(value) && value >= 1, { error: 'Elige un registro de la lista.' })
    .meta({ type: 'integer', minimum: 1 })
    .transform((value) => (value > maxId ? 0 : value))

export const optionalId = () =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), bodyId().nullable())

const maxAmount = 99_999_999.99

/** Plain digits, as people write an amount: no sign, exponent, comma or bare point. */
const isAmount = (value: string, max = maxAmount) => /^\d+(\.\d{1,2})?$/.test(value) && Number(value) <= max

const amountTextTo = (max: number) => `Escribe una cantidad de 0 a ${max}, con dos decimales como máximo.`
const amountText = amountTextTo(maxAmount)

/** An amount from 0 with at most two decimals; a numeric string is taken too. */
export const amount = () =>
  z
    .union([z.number(), z.string().trim().min(1)], {
      error: (issue) => (issue.input == null || issue.input === '' ? sentences.required : amountText),
    })
    .refine((value) => isAmount(String(value)), { error: amountText })
    .transform(Number)

/** An amount above 0. */
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

/** An hour of the day, `HH:MM` or `HH:MM:SS`. */
export const hour = () =>
  z
    .string()
    .trim()
    .min(1)
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'Escribe una hora válida, como 08:30.' })

export const optionalHour = () =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), hour().nullable())

/** One of a few words; null and "" in a body mean absent. */
export const optionalEnum = <const T extends readonly string[]>(words: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), z.enum(words).optional())

/** The same, where absence means null. */
export const enumOrNull = <const T extends readonly string[]>(words: T) =>
  optionalEnum(words).transform((value) => value ?? null)

/** A whole number from 1 in a body; null and "" mean absent. */
export const optionalPositiveInteger = (max: number) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), integer(1, max).optional())

/** A whole number in a query; `max` is a limit that is refused. */
export const queryNumber = (max: number) =>
  positiveInteger('Debe ser un número entero desde 1.', max)
    .transform(Number)
    .refine((value) => value <= max, { error: `El valor máximo es ${max}.` })

/** `pagina` has no upper limit: past the end is an empty list. */
const page = () => queryNumber(Number.POSITIVE_INFINITY).transform((value) => Math.min(value, 1e12))

/** A text in a query, where an empty one is as if it were not there. */
export const queryText = (max = 100) => withMaxLength(z.string().trim(), max).optional()

/** What every list takes. Without `porPagina` it gives up to 1,000 rows. */
export const listQuery = {
  pagina: page().default(1),
  porPagina: queryNumber(100).default(1000),
  buscar: queryText(),
}

/** A boolean in a body; null, "" and absence mean the default. */
export const booleanWithDefault = (absent: boolean) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), z.boolean().default(absent))

/** The version that was read of a record of which its parent has one: 0 says that there was none. */
export const versionOrZero = () =>
  z.preprocess((value) => (value === '' ? null : value), integer(0, maxId).nullish())

/** The version that was read; null and "" mean that the caller does not say. */
export const version = () =>
  z.preprocess((value) => (value === '' ? null : value), integer(1, maxId).nullish())

export const queryVersion = () => queryNumber(maxId).optional()

/** An object that the OpenAPI document calls by this name. */
export const named = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) =>
  z.object(shape).meta({ id })

export const recordMeta = {
  id: z.int(),
  version: z.int(),
  creado_en: z.iso.datetime(),
  actualizado_en: z.iso.datetime(),
}
