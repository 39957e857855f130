import type { Vista } from '@flota/contract/account/vistas.ts'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextField } from '../../ui/TextField.tsx'

interface Props {
  lista: string
  filtros: string
  views: readonly Vista[]
  onClose: () => void
}

const fold = (name: string) => name.trim().toLocaleLowerCase('es')

/** Asks for the name of a view. Says when it replaces one. */
export function SaveViewDialog({ lista, filtros, views, onClose }: Props) {
  const save = useSave('POST /api/vistas')
  const [nombre, setNombre] = useState('')
  const [error, setError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const replaced = views.find((view) => fold(view.nombre) === fold(nombre))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (!nombre.trim()) return setError('Escribe un nombre.')
    setSaving(true)
    try {
      await save({ body: { lista, nombre, filtros } })
      onClose()
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal title="Guardar estos filtros" onClose={onClose}>
      <form className="mt-4 grid gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Nombre de la vista"
          required
          maxLength={60}
          value={nombre}
          onChange={setNombre}
          error={error}
          hint={replaced ? `Reemplaza a «${replaced.nombre}».` : 'Solo tú la ves.'}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" look="primary" disabled={isSaving}>
            Guardar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
