import { z } from 'zod'
import { sentences } from './sentences.ts'
import './validation.ts'

const trimmedOrNull = (value: unknown) => (typeof value === 'string' ? value.trim() || null : value)
/** zod's pattern allows no space, line break, comma or bracket. */
const mailText = () =>
  z
    .email({ error: ({ input }) => (input == null ? sentences.required : sentences.wrongMail) })
    .max(100, { error: sentences.wrongMail })

export const mailAddress = () => z.preprocess(trimmedOrNull, mailText())

/** Optional mail address: null and "" clear it, absence stays undefined. */
export const optionalMailAddress = () => z.preprocess(trimmedOrNull, mailText().nullish())
