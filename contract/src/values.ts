import { z } from 'zod'
import './validation.ts'

/** Building blocks of requests and responses (contract.md section 2). */

const codePoints = (value: string) => [...value].length

/** PostgreSQL's text cannot hold U+0000; half a surrogate pair is no character and would come back as another. */
const clean = (schema: z.ZodString) =>
  schema.refine((value) => !value.includes('\0') && value.isWellFormed(), {
    error: 'El texto tiene un carácter que no se puede guardar.',
  })

const limited = (schema: z.ZodString, max: number) =>
  clean(schema)
    .refine((value) => codePoints(value) <= max, { error: `Máximo ${max} caracteres.` })
    .meta({ maxLength: max })

/** A required text: trimmed, not empty, at most `max` Unicode code points. */
export const text = (max = 100) => limited(z.string().trim().min(1), max)

/** An optional text: null, "" and absence all mean null. */
export const optionalText = (max = 100) =>
  limited(z.string().trim(), max)
    .nullish()
    .transform((value) => value || null)

/** A secret is taken as it is typed, never trimmed. */
export const secret = () => limited(z.string().min(1), 128)

const isRealDate = (value: string) => {
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  date.setUTCFullYear(year)
  return year > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A calendar date, `YYYY-MM-DD`, that exists. */
export const date = () =>
  z
    .string()
    .trim()
    .min(1)
    .refine((value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDate(value), {
      error: 'Escribe una fecha válida.',
    })
    .meta({ format: 'date' })

/** The largest id that the database can hold. */
const maxId = 2 ** 31 - 1

/** An id in a path. One that is too large for the database can't exist: it becomes 0, which finds nothing. */
export const pathId = () =>
  z
    .string()
    .regex(/^[1-9]\d*$/, { error: 'El identificador debe ser un número entero positivo.' })
    .transform((value) => (Number(value) > maxId ? 0 : Number(value)))

/** A whole number in a query; `max` is a limit that is refused. */
export const queryNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, { error: 'Debe ser un número entero desde 1.' })
    .transform(Number)
    .refine((value) => value <= max, { error: `El valor máximo es ${max}.` })

/** `pagina` has no upper limit: past the end is an empty list. */
const page = () => queryNumber(Number.POSITIVE_INFINITY).transform((value) => Math.min(value, 1e12))

/** What every list takes. Without `porPagina` it gives up to 1,000 rows. */
export const listQuery = {
  pagina: page().default(1),
  porPagina: queryNumber(100).default(1000),
  buscar: limited(z.string().trim(), 100).optional(),
}

/** The version that was read; null means that the caller does not say. */
export const version = () => z.int().min(1).max(maxId).nullish()

/** The same in the query of a DELETE. */
export const queryVersion = () => queryNumber(maxId).optional()

/** What GET gives of every record. */
export const recordMeta = {
  id: z.int(),
  version: z.int(),
  creado_en: z.iso.datetime(),
  actualizado_en: z.iso.datetime(),
}
