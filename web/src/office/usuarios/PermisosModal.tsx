import type { Usuario } from '@flota/contract/usuarios.ts'
import { useState } from 'react'
import { useSave } from '../../api/cache/queries.ts'
import { FormModal } from '../../shell/FormModal.tsx'
import { PermisosField } from './PermisosField.tsx'

export function PermisosModal({ usuario, onClose }: { usuario: Usuario; onClose: () => void }) {
  const { id, username, version, rol_nombre } = usuario
  const update = useSave('PUT /api/usuarios/:id')
  const [permisos, setPermisos] = useState<readonly number[]>(usuario.permisos)
  return (
    <FormModal
      title={`Permisos de ${username}`}
      onClose={onClose}
      changed={permisos.join() !== usuario.permisos.join()}
      save={() => update({ params: { id }, body: { permisos, version } })}
      failureOf={(detail) => ({ title: 'Error actualizando permisos', detail })}
      className="max-w-2xl!"
    >
      {({ permisos: wrong }) => (
        <PermisosField
          existing
          titled
          rol={rol_nombre}
          value={permisos}
          onChange={setPermisos}
          hint={wrong}
        />
      )}
    </FormModal>
  )
}
