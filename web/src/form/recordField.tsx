import type { Access } from '@flota/contract/core/access.ts'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePermission } from '../api/session.ts'
import { Combobox } from './Combobox.tsx'
import type { Choice, FieldSpec } from './FieldSpec.ts'
import { type ChoiceSource, findMeantOption } from './useCombobox.ts'

export interface QuickCreateFormProps {
  text: string
  onCreated: (created: Choice) => void
  onClose: () => void
}

/** Creates a missing record in a dialog over the form that needs it. */
export interface QuickCreate {
  access: Access
  label: (text: string) => string
  /** Shown to users without permission when nothing matches. */
  forbidden: string
  Form: ComponentType<QuickCreateFormProps>
}

interface ChoiceOptions extends Pick<FieldSpec, 'className' | 'sentByName' | 'isPresent' | 'required'> {
  unknownMessage?: string
  /** Error of an empty field that the schema would accept. */
  requiredMessage?: string
  hint?: string
  placeholder?: string
  /** A new name is a valid value too; `noMatchText` is its hint. */
  free?: true
  noMatchText?: string
  quickCreate?: QuickCreate
}

export const recordField = <Row,>(
  label: string,
  { useSearch, find, keyOf }: ChoiceSource,
  nameOf: (row: Row) => string,
  { unknownMessage, requiredMessage, hint, ...options }: ChoiceOptions = {},
): FieldSpec<Choice, number | null, Row> => ({
  label,
  empty: { id: null, text: '' },
  ...options,
  ...(requiredMessage && { required: true }),
  read: (id, row) => ({ id, text: id === null ? '' : nameOf(row) }),
  send: ({ id }) => id,
  format: ({ text: name }) => name,
  validate: ({ id, text: name }) =>
    id === null ? (name.trim() ? unknownMessage : requiredMessage) : undefined,
  resolve: async ({ id, text: name }) => {
    if (id !== null || !find || name.trim() === '') return undefined
    // If the search fails, the save shows the error.
    const hits = await find(name.trim()).catch(() => [])
    const found = findMeantOption(hits, name, { free: options.free, keyOf })
    return found && { id: found.id, text: found.text }
  },
  Input: (field) => (
    <ChoiceInput {...options} {...field} useSearch={useSearch} keyOf={keyOf} hint={field.hint || hint} />
  ),
})

type ChoiceInputProps = Omit<ComponentProps<typeof Combobox>, 'make'> & {
  quickCreate?: QuickCreate
}

function ChoiceInput({ quickCreate, ...box }: ChoiceInputProps) {
  const may = usePermission()
  const [typedName, setTypedName] = useState<string | null>(null)
  if (!quickCreate) return <Combobox {...box} />
  const close = () => setTypedName(null)
  const save = (created: Choice) => {
    box.onChange(created)
    close()
  }
  return (
    <>
      {may(quickCreate.access) ? (
        <Combobox {...box} make={{ label: quickCreate.label, act: setTypedName }} />
      ) : (
        <Combobox {...box} noMatchText={quickCreate.forbidden} />
      )}
      {typedName !== null &&
        // HTML allows no form inside a form.
        createPortal(<quickCreate.Form text={typedName} onCreated={save} onClose={close} />, document.body)}
    </>
  )
}
