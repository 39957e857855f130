import { type Access, can } from '@flota/contract/access.ts'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../api/session.ts'
import { Combobox } from './Combobox.tsx'
import type { Choice, FieldSpec } from './FieldSpec.ts'
import { type ChoiceSource, findMeantOption } from './useCombobox.ts'

export interface QuickCreateFormProps {
  /** The name that was typed. */
  text: string
  onCreated: (made: Choice) => void
  onClose: () => void
}

/** Makes a record that is not there yet, without leaving the form that needs it. */
export interface QuickCreate {
  access: Access
  label: (text: string) => string
  /** Shown, when nothing matches, to users who may not make one. */
  forbidden: string
  /** A dialog. */
  Form: ComponentType<QuickCreateFormProps>
}

interface ChoiceOptions extends Pick<FieldSpec, 'className' | 'sentByName' | 'isPresent' | 'required'> {
  /** The error of a text that matches no record. */
  unknownMessage?: string
  /** The error of an empty field, where the schema takes one. */
  requiredMessage?: string
  hint?: string
  placeholder?: string
  /** A new name is a valid value too; `none` is its hint. */
  free?: true
  noMatchText?: string
  quickCreate?: QuickCreate
}

/** A field that chooses one record of thousands. */
export const recordField = <Row,>(
  label: string,
  { useSearch, find }: ChoiceSource,
  nameOf: (row: Row) => string,
  {
    unknownMessage,
    requiredMessage,
    hint,
    placeholder,
    free,
    noMatchText,
    quickCreate,
    ...options
  }: ChoiceOptions = {},
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
    // When the search fails here, the save reports it.
    const found = findMeantOption(await find(name.trim()).catch(() => []), name, free === true)
    return found && { id: found.id, text: found.text }
  },
  Input: (field) => (
    <ChoiceInput
      {...field}
      useSearch={useSearch}
      hint={field.hint || hint}
      free={free}
      noMatchText={noMatchText}
      placeholder={placeholder}
      maker={quickCreate}
    />
  ),
})

type ChoiceInputProps = Omit<ComponentProps<typeof Combobox>, 'make'> & { maker: QuickCreate | undefined }

function ChoiceInput({ maker, ...box }: ChoiceInputProps) {
  const session = useSession()
  const [typedName, setMaking] = useState<string | null>(null)
  if (!maker) return <Combobox {...box} />
  const may = session !== null && can(session, maker.access)
  const close = () => setMaking(null)
  const save = (made: Choice) => {
    box.onChange(made)
    close()
  }
  return (
    <>
      {may ? (
        <Combobox {...box} make={{ label: maker.label, act: setMaking }} />
      ) : (
        <Combobox {...box} noMatchText={maker.forbidden} />
      )}
      {typedName !== null &&
        // HTML allows no form inside a form.
        createPortal(<maker.Form text={typedName} onCreated={save} onClose={close} />, document.body)}
    </>
  )
}
