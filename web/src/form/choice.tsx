import { Combobox } from './Combobox.tsx'
import type { FieldSpec } from './FieldSpec.ts'
import { type Choice, type ChoiceSource, meant } from './useCombobox.ts'

interface ChoiceOptions extends Pick<FieldSpec, 'className' | 'sentByName' | 'when' | 'required'> {
  /** What is said of a text that nobody of that name was chosen by. */
  unknown?: string
  /** What is said where nobody is chosen, and the schema takes it. */
  needed?: string
  hint?: string
  placeholder?: string
  /** Any name is a value too; `none` is said of one that nobody has. */
  free?: true
  none?: string
}

/** One record of thousands; `nameOf` tells how the stored one is called. */
export const choice = <Row,>(
  label: string,
  { useSearch, find }: ChoiceSource,
  nameOf: (row: Row) => string,
  { unknown, needed, hint, placeholder, free, none, ...options }: ChoiceOptions = {},
): FieldSpec<Choice, number | null, Row> => ({
  label,
  empty: { id: null, text: '' },
  ...options,
  ...(needed && { required: true }),
  read: (id, row) => ({ id, text: id === null ? '' : nameOf(row) }),
  send: ({ id }) => id,
  shown: ({ text: name }) => name,
  wrong: ({ id, text: name }) => (id === null ? (name.trim() ? unknown : needed) : undefined),
  settle: async ({ id, text: name }) => {
    if (id !== null || !find || name.trim() === '') return undefined
    // Where it can't be asked now, the save itself says so.
    const found = meant(await find(name.trim()).catch(() => []), name, free === true)
    return found && { id: found.id, text: found.text }
  },
  Input: (field) => (
    <Combobox
      {...field}
      useSearch={useSearch}
      hint={field.hint || hint}
      {...(free && { free })}
      {...(none && { none })}
      {...(placeholder && { placeholder })}
    />
  ),
})
