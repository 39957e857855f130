import '@flota/contract/core/zodConfig.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { mantenimientoEstados, mantenimientoTipos } from '@flota/contract/records/estados.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textareaField, textField } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import type { Mantenimiento } from '../../../shared/detail/EstadoMantenimiento.tsx'
import { errorWithTitle } from '../../../shared/form/errorWithTitle.ts'
import { mantenimientoWords } from '../words.ts'

const fields = {
  camion_id: recordField('Camión', recordSources.camiones, ({ camion }: Mantenimiento) => camion, {
    unknownMessage: sentences.unknownCamion,
    quickCreate: quickCreate('camiones'),
    placeholder: 'Escribe su placa o su marca',
  }),
  tipo: selectField('Tipo', mantenimientoTipos),
  descripcion: textareaField('Descripción', { className: 'md:max-xl:col-span-2' }),
  fecha_programada: dateField('Fecha programada'),
  estado: selectField('Estado', mantenimientoEstados),
  fecha_realizada: dateField('Fecha realizada'),
  kilometraje: numberField('Kilometraje', {
    formatStored: formatInteger,
    format: formatInteger,
    inputMode: 'numeric',
  }),
  taller: textField('Taller'),
  costo: numberField('Costo (Q)', {
    formatStored: (costo) => formatQuetzales(costo).slice(1),
    format: formatQuetzales,
  }),
} satisfies FieldsOf<typeof mantenimientos>

export function MantenimientoForm({ id, onClose }: OverlayFormProps) {
  return (
    <RecordForm
      calls={mantenimientos}
      id={id}
      fields={fields}
      words={mantenimientoWords}
      nameOf={({ camion }) => camion}
      refusal={errorWithTitle(
        id ? 'Error al actualizar el mantenimiento' : 'Error al crear el mantenimiento',
      )}
      onClose={onClose}
    />
  )
}
