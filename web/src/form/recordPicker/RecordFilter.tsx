import { useState } from 'react'
import { Combobox } from '../Combobox.tsx'
import type { Choice } from '../FieldSpec.ts'
import { documentoTipoSource } from './documentoTipoSource.ts'
import { sources } from './recordSources.ts'

const kinds = { ...sources, documentoTipos: documentoTipoSource }
export type RecordKind = keyof typeof kinds

interface Props {
  of: RecordKind
  /** Empty for all. */
  id: string
  onChange: (id: string) => void
  label: string
  /** Shown while nothing is chosen. */
  all: string
}

const none: Choice = { id: null, text: '' }

/** Filters a list by one record of a catalogue. */
export function RecordFilter({ id, onChange, ...shown }: Props) {
  const [typed, setTyped] = useState(none)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <Named {...shown} id={id} onChange={choose} />
  // The filter was cleared from outside.
  return <Filter {...shown} value={!id && typed.id !== null ? none : typed} onChange={choose} />
}

type Shown = Pick<Props, 'of' | 'label' | 'all'> & { onChange: (value: Choice) => void }

function Named({ id, ...shown }: Shown & Pick<Props, 'id'>) {
  const { useName } = kinds[shown.of]
  return <Filter {...shown} value={{ id: Number(id), text: useName(id) }} />
}

function Filter({ of, label, all, ...box }: Shown & { value: Choice }) {
  return (
    <div className="max-w-60 flex-1 basis-48 max-sm:max-w-none max-sm:basis-full">
      <Combobox {...box} useSearch={kinds[of].useSearch} label={label} name={label} placeholder={all} />
    </div>
  )
}
