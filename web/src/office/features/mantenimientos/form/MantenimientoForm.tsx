import '@flota/contract/core/zodConfig.ts'
import { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { errorWithTitle } from '../../../shared/form/errorWithTitle.ts'
import { mantenimientoFields } from '../../../shared/mantenimientos/form/mantenimientoFields.tsx'
import { mantenimientoWords } from '../../../shared/mantenimientos/words.ts'

export function MantenimientoForm({ id, onClose }: OverlayFormProps) {
  return (
    <RecordForm
      calls={mantenimientos}
      id={id}
      fields={mantenimientoFields}
      words={mantenimientoWords}
      nameOf={({ camion }) => camion}
      refusal={errorWithTitle(
        id ? 'Error al actualizar el mantenimiento' : 'Error al crear el mantenimiento',
      )}
      onClose={onClose}
    />
  )
}
