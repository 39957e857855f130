import { useState } from 'react'
import { Combobox } from '../Combobox.tsx'
import type { Choice } from '../FieldSpec.ts'
import { documentoTipoSource } from './documentoTipoSource.ts'
import { recordSources } from './recordSources.ts'

const sourcesByKind = { ...recordSources, documentoTipos: documentoTipoSource }
export type RecordKind = keyof typeof sourcesByKind

interface Props {
  kind: RecordKind
  /** Empty for all. */
  id: string
  onChange: (id: string) => void
  label: string
  /** Shown while nothing is chosen. */
  all: string
}

const noChoice: Choice = { id: null, text: '' }

/** Filters a list by one record of a catalogue. */
export function RecordFilter({ id, onChange, ...shown }: Props) {
  const [typed, setTyped] = useState(noChoice)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <NamedFilter {...shown} id={id} onChange={choose} />
  // The filter was cleared from outside.
  return <FilterCombobox {...shown} value={!id && typed.id !== null ? noChoice : typed} onChange={choose} />
}

type RecordFilterProps = Pick<Props, 'kind' | 'label' | 'all'> & { onChange: (value: Choice) => void }

function NamedFilter({ id, ...shown }: RecordFilterProps & Pick<Props, 'id'>) {
  const { useName } = sourcesByKind[shown.kind]
  return <FilterCombobox {...shown} value={{ id: Number(id), text: useName(id) }} />
}

function FilterCombobox({ kind, label, all, ...box }: RecordFilterProps & { value: Choice }) {
  return (
    <div className="max-w-60 flex-1 basis-48 max-sm:max-w-none max-sm:basis-full">
      <Combobox
        {...box}
        useSearch={sourcesByKind[kind].useSearch}
        label={label}
        name={label}
        placeholder={all}
      />
    </div>
  )
}
