import { normalizeNit, normalizeSerie, normalizeUuid, serieAndNumeroOf } from '../core/facturas.ts'
import { hasLookAlike } from '../core/fieldRules.ts'
import { sentences } from '../core/sentences.ts'
import { isVisible, optionalText } from '../core/values.ts'

/** Inputs of an invoice's identifiers. */

/** Optional text that is normalized, or rejected with `error`. */
const normalizedText = (normalize: (value: string) => string | undefined, error: string) =>
  optionalText(200)
    .refine((value) => value === null || !hasLookAlike(value), { error: 'Usa solo letras y números.' })
    .refine((value) => value === null || normalize(value) !== undefined, { error })
    .transform((value) => (value === null ? null : normalize(value) || null))

const normalizeShortSerie = (value: string) =>
  [...normalizeSerie(value)].length <= 20 ? normalizeSerie(value) : undefined
/** Removes leading zeros of 1 to 20 digits. */
const normalizeNumero = (value: string) => {
  const digits = normalizeSerie(value)
  return /^\d{1,20}$/.test(digits) ? digits.replace(/^0+(?=\d)/, '') : undefined
}

export const nitInput = () => normalizedText(normalizeNit, 'El NIT no es válido: revisa el último dígito.')
export const serieInput = () => normalizedText(normalizeShortSerie, 'Máximo 20 caracteres.')
export const numeroInput = () => normalizedText(normalizeNumero, 'Escribe de 1 a 20 dígitos.')
export const uuidInput = () => normalizedText(normalizeUuid, 'Escribe el número de autorización completo.')

export const isBlank = (value: unknown) => value == null || (typeof value === 'string' && !isVisible(value))

const serieSchema = serieInput()
const numeroSchema = numeroInput()

/** Returns the error of serie or numero, which only count without uuid. Both missing is an error of uuid. */
export function identifierError(
  campo: 'uuid' | 'serie' | 'numero',
  { uuid, serie, numero }: Record<string, unknown>,
): string | undefined {
  if (!isBlank(uuid)) return undefined
  if (isBlank(serie) && isBlank(numero)) return campo === 'uuid' ? sentences.required : undefined
  if (campo === 'uuid') return undefined
  const [schema, value] = campo === 'serie' ? [serieSchema, serie] : [numeroSchema, numero]
  const { data, error } = schema.safeParse(value)
  return error ? error.issues[0]?.message : data === null ? sentences.required : undefined
}

export interface InvoiceIdentifiers {
  uuid: string | null
  serie: string
  numero: string
}

/** Returns the identifiers of a valid body: those of the uuid, whatever is beside it. */
export const identifiersOf = (body: {
  uuid: string | null
  serie?: unknown
  numero?: unknown
}): InvoiceIdentifiers => ({
  uuid: body.uuid,
  ...(body.uuid === null
    ? { serie: serieSchema.parse(body.serie) ?? '', numero: numeroSchema.parse(body.numero) ?? '' }
    : serieAndNumeroOf(body.uuid)),
})
