import type { FieldSpec } from '../../../../form/FieldSpec.ts'
import { PasswordField } from '../../../../ui/PasswordField.tsx'

interface PasswordOptions {
  hint: string
  /** Hint if an empty field keeps the current password. */
  blankHint?: string
}

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
