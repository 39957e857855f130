import { useState } from 'react'
import { useCamiones } from '../api/catalogos.ts'
import { useEndpoint } from '../api/queries.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { Choice } from '../ui/useCombobox.ts'

interface Props {
  /** Of the truck whose records are shown; empty for all. */
  id: string
  onChange: (id: string) => void
}

const none: Choice = { id: null, text: '' }

/** Narrows the list to one truck. The address knows its id alone: the plate is read. */
export function CamionFilter({ id, onChange }: Props) {
  const [typed, setTyped] = useState(none)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <Named id={id} onChange={choose} />
  // The filter was cleared from outside.
  return <Filter value={!id && typed.id !== null ? none : typed} onChange={choose} />
}

function Named({ id, onChange }: { id: string; onChange: (value: Choice) => void }) {
  const { data, error } = useEndpoint('GET /api/camiones/:id', { params: { id } })
  const text = error ? 'Camión no encontrado' : (data?.data.placa ?? '')
  return <Filter value={{ id: Number(id), text }} onChange={onChange} />
}

function Filter({ value, onChange }: { value: Choice; onChange: (value: Choice) => void }) {
  return (
    <div className="w-56 max-sm:w-full">
      <Combobox
        label="Camión"
        name="camion_id"
        value={value}
        onChange={onChange}
        useSearch={useCamiones}
        placeholder="Todos los camiones"
      />
    </div>
  )
}
