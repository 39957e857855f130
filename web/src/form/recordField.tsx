import { type Access, can } from '@flota/contract/access.ts'
import { type ComponentProps, type ComponentType, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '../api/session.ts'
import { Combobox } from './Combobox.tsx'
import type { Choice, FieldSpec } from './FieldSpec.ts'
import { type ChoiceSource, meant } from './useCombobox.ts'

export interface MakerFormProps {
  /** The name that was typed. */
  text: string
  onSaved: (made: Choice) => void
  onClose: () => void
}

/** Makes a record that is not there yet, without leaving the form that needs it. */
export interface Maker {
  may: Access
  label: (text: string) => string
  /** Shown, when nothing matches, to users who may not make one. */
  forbidden: string
  /** A dialog. */
  Form: ComponentType<MakerFormProps>
}

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
  maker?: Maker
}

/** A field that chooses one record of thousands. */
export const choice = <Row,>(
  label: string,
  { useSearch, find }: ChoiceSource,
  nameOf: (row: Row) => string,
  { unknown, needed, hint, placeholder, free, none, maker, ...options }: ChoiceOptions = {},
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
    <ChoiceInput
      {...field}
      useSearch={useSearch}
      hint={field.hint || hint}
      free={free}
      none={none}
      placeholder={placeholder}
      maker={maker}
    />
  ),
})

type InputProps = Omit<ComponentProps<typeof Combobox>, 'make'> & { maker: Maker | undefined }

function ChoiceInput({ maker, ...box }: InputProps) {
  const session = useSession()
  const [making, setMaking] = useState<string | null>(null)
  if (!maker) return <Combobox {...box} />
  const may = session !== null && can(session, maker.may)
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
        <Combobox {...box} none={maker.forbidden} />
      )}
      {making !== null &&
        // HTML allows no form inside a form.
        createPortal(<maker.Form text={making} onSaved={save} onClose={close} />, document.body)}
    </>
  )
}
