import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { mantenimientos } from '@flota/contract/fleet/mantenimientos.ts'
import { mantenimientoEstados, mantenimientoTipos } from '@flota/contract/records/estados.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textareaField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { quickCreate } from '../../catalogue/form/quickCreate.tsx'
import type { Mantenimiento } from '../../detail/EstadoMantenimiento.tsx'

/** In tab order. */
export const mantenimientoFields = {
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
    hint: 'Con trabajo y repuestos es la suma de sus líneas.',
  }),
} satisfies FieldsOf<typeof mantenimientos>
