import type { Usuario } from '@flota/contract/usuarios.ts'
import { useState } from 'react'
import { messageOf } from '../../api/ApiError.ts'
import { useSave } from '../../api/cache/queries.ts'
import { type Failure, FormShell } from '../../ui/FormShell.tsx'
import { mayLeave } from '../../ui/leaving.ts'
import { Modal } from '../../ui/Modal.tsx'
import { tell } from '../../ui/ResultPopup.tsx'
import { PermisosField } from './PermisosField.tsx'

interface Props {
  usuario: Usuario
  onClose: () => void
}

/** What a user may do, changed without opening the whole form. */
export function PermisosModal({ usuario, onClose }: Props) {
  const { id, username, version, rol_nombre } = usuario
  const update = useSave('PUT /api/usuarios/:id')
  const [permisos, setPermisos] = useState(usuario.permisos)
  const [failure, setFailure] = useState<Failure | null>(null)
  const changed = permisos.join() !== usuario.permisos.join()
  const close = async () => (await mayLeave()) && onClose()

  const save = async () => {
    setFailure(null)
    try {
      const { message } = await update({ params: { id }, body: { permisos, version } })
      return async () => {
        onClose()
        await tell('edit', message)
      }
    } catch (error) {
      setFailure({ title: 'Error actualizando permisos', detail: messageOf(error) })
      return null
    }
  }
  return (
    <Modal title={`Permisos de ${username}`} onClose={() => void close()} className="max-w-2xl!">
      <FormShell narrow onSave={save} onClose={() => void close()} failure={failure} changed={changed}>
        <PermisosField existing titled rol={rol_nombre} value={permisos} onChange={setPermisos} />
      </FormShell>
    </Modal>
  )
}
