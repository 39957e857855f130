import { z } from 'zod'
import { sentences } from './sentences.ts'
import { clearable, integer } from './values.ts'

/** Inputs of fuel and of the odometer. */

const decimalsFrom = (value: string) =>
  /^\d+(\.\d{1,3})?$/.test(value) && Number(value) > 0 && Number(value) <= 9999.999

/** Number from 0.001 to 9,999.999 with at most three decimals. Also accepts a numeric string. */
export const threeDecimals = (error: string) =>
  z
    .union([z.number(), z.string().trim().min(1)], {
      error: ({ input }) => (input == null || input === '' ? sentences.required : error),
    })
    .refine((value) => decimalsFrom(String(value)), { error })
    .transform(Number)

export const galones = () => threeDecimals('Escribe los galones, de 0.001 a 9999.999.')
export const optionalGalones = () => clearable(galones()).transform((value) => value ?? null)

/** Reading of an odometer. */
export const km = () => integer(0, 9_999_999)
export const optionalKm = () => clearable(km()).transform((value) => value ?? null)
