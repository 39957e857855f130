import type { FieldSpec } from '../../../form/FieldSpec.ts'
import { selectField } from '../../../form/fields.tsx'

type Words = readonly (readonly [value: 'si' | 'no', label: string])[]

/** A boolean as a select; a new record has the first word. */
export const yesNoField = (
  label: string,
  words: Words = [
    ['si', 'Sí'],
    ['no', 'No'],
  ],
): FieldSpec<string, boolean> => ({
  ...selectField(label, words),
  read: (stored) => (stored ? 'si' : 'no'),
  send: (value) => value === 'si',
})
