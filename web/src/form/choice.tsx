import { Combobox } from './Combobox.tsx'
import type { FieldSpec } from './FieldSpec.ts'
import { type Choice, type ChoiceSource, meant } from './useCombobox.ts'

interface ChoiceOptions extends Pick<FieldSpec, 'className' | 'sentByName' | 'when' | 'required'> {
  /** The error of a text that matches no record. */
  unknown?: string
  /** The error of an empty field, where the schema takes one. */
  needed?: string
  hint?: string
  placeholder?: string
  /** A new name is a valid value too; `none` is its hint. */
  free?: true
  none?: string
}

/** A field that chooses one record of thousands. */
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
    // When the search fails here, the save reports it.
    const found = meant(await find(name.trim()).catch(() => []), name, free === true)
    return found && { id: found.id, text: found.text }
  },
  Input: (field) => (
    <Combobox
      {...field}
      useSearch={useSearch}
      hint={field.hint || hint}
      free={free}
      none={none}
      placeholder={placeholder}
    />
  ),
})
