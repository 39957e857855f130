import { isRealDate } from './calendar.ts'
import type { FieldRule, Fields } from './fields.ts'
import { crossFieldRule, date } from './values.ts'

/** Rules for new values of a field. A PUT may keep a stored value that breaks them. */

/** Letters of Cyrillic and Greek look like Latin ones: 'С' is not 'C'. */
export const hasLookAlike = (text: string) =>
  /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text.normalize('NFKC'))

const rules: Record<FieldRule, { error: string; isBroken: (text: string) => boolean }> = {
  letters: { error: 'Usa solo letras y números.', isBroken: hasLookAlike },
  name: {
    error: 'El texto tiene un carácter que no se puede guardar.',
    isBroken: (text) => /\p{Co}/u.test(text),
  },
  tripDay: {
    error: 'La fecha debe estar entre 2000 y 2100.',
    isBroken: (text) => isRealDate(text) && (text < '2000-01-01' || text > '2100-12-31'),
  },
}

const isBroken = (rule: FieldRule | undefined, value: unknown) =>
  rule !== undefined && typeof value === 'string' && rules[rule].isBroken(value.trim())

/** Date of a new trip. */
export const tripDay = () =>
  date().refine((value) => !isBroken('tripDay', value), { error: rules.tripDay.error })

/** Returns the checks of a body whose record does not exist yet. */
export const checksOfNew = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, { rule }]) =>
    rule ? [crossFieldRule(name, rules[rule].error, (input) => !isBroken(rule, input[name]))] : [],
  )

/** Returns the errors of the values that break a rule, by field. */
export const brokenRules = (
  fields: Fields,
  input: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { rule }]) =>
      rule && isBroken(rule, input[name]) ? [[name, rules[rule].error]] : [],
    ),
  )
