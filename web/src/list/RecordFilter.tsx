import { useState } from 'react'
import { Combobox } from '../form/Combobox.tsx'
import type { Choice, Search } from '../form/useCombobox.ts'

interface Props {
  /** Of the record that narrows the list; empty for all. */
  id: string
  onChange: (id: string) => void
  label: string
  /** What is shown while nothing is narrowed. */
  all: string
  /** A hook that looks for what was typed. */
  useSearch: (text: string | null) => Search
  /** A hook that reads how a record is called: the address knows its id alone. */
  useName: (id: string) => string
}

const none: Choice = { id: null, text: '' }

/** Narrows a list to what belongs to one record of a catalogue. */
export function RecordFilter({ id, onChange, useName, ...shown }: Props) {
  const [typed, setTyped] = useState(none)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <Named {...shown} id={id} useName={useName} onChange={choose} />
  // The filter was cleared from outside.
  return <Filter {...shown} value={!id && typed.id !== null ? none : typed} onChange={choose} />
}

type Shown = Pick<Props, 'label' | 'all' | 'useSearch'> & { onChange: (value: Choice) => void }

function Named({ id, useName, ...shown }: Shown & Pick<Props, 'id' | 'useName'>) {
  return <Filter {...shown} value={{ id: Number(id), text: useName(id) }} />
}

function Filter({ label, all, ...box }: Shown & { value: Choice }) {
  return (
    <div className="w-60 max-sm:w-full">
      <Combobox {...box} label={label} name={label} placeholder={all} />
    </div>
  )
}
