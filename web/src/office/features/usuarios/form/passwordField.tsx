import type { FieldSpec } from '../../../../form/FieldSpec.ts'
import { PasswordField } from '../../../../ui/PasswordField.tsx'

interface PasswordOptions {
  hint: string
  /** The hint where an empty field keeps the present password. */
  blankHint?: string
}

/** Never kept in a draft, never read from a record. */
export const passwordField = (
  label: string,
  { hint, blankHint }: PasswordOptions,
): FieldSpec<string, undefined> => ({
  label,
  empty: '',
  secret: true,
  read: () => '',
  send: (typed) => typed,
  format: (typed) => typed,
  Input: (field) => (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={field.required ? hint : (blankHint ?? hint)}
    />
  ),
})
