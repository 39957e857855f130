import { nombreCompleto } from '@flota/contract/format.ts'
import { useState } from 'react'
import { useClientes } from '../api/catalogos.ts'
import { useEndpoint } from '../api/queries.ts'
import { Combobox } from '../ui/Combobox.tsx'
import type { Choice } from '../ui/useCombobox.ts'

interface Props {
  /** Of the client whose routes are shown; empty for all. */
  id: string
  onChange: (id: string) => void
}

const nobody: Choice = { id: null, text: '' }

/** Narrows the list to one client. The address knows its id alone: the name is read. */
export function ClienteFilter({ id, onChange }: Props) {
  const [typed, setTyped] = useState<Choice>(nobody)
  const choose = (next: Choice) => {
    setTyped(next)
    const chosen = next.id === null ? '' : String(next.id)
    if (chosen !== id) onChange(chosen)
  }
  if (id && String(typed.id) !== id) return <Named id={id} onChange={choose} />
  // The filter was cleared from outside.
  const value = !id && typed.id !== null ? nobody : typed
  return <Filter value={value} onChange={choose} />
}

function Named({ id, onChange }: { id: string; onChange: (value: Choice) => void }) {
  const { data, error } = useEndpoint('GET /api/clientes/:id', { params: { id } })
  const cliente = data?.data
  const text = cliente ? nombreCompleto(cliente.nombre, cliente.apellido) : ''
  return (
    <Filter value={{ id: Number(id), text: error ? 'Cliente no encontrado' : text }} onChange={onChange} />
  )
}

function Filter({ value, onChange }: { value: Choice; onChange: (value: Choice) => void }) {
  return (
    <div className="w-64 max-sm:w-full">
      <Combobox
        label="Cliente"
        name="cliente_id"
        value={value}
        onChange={onChange}
        useSearch={useClientes}
        placeholder="Todos los clientes"
      />
    </div>
  )
}
