import '@flota/contract/zodConfig.ts'
import { mantenimientoEstados, mantenimientoTipos } from '@flota/contract/estados.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import { mantenimientos } from '@flota/contract/mantenimientos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { number, select, textarea, typedDate, typedText } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import type { FormOverProps } from '../../../../list/listWithForm.tsx'
import { makerOf } from '../../../shared/catalogue/form/quickCreate.tsx'
import type { Mantenimiento } from '../../../shared/detail/EstadoMantenimiento.tsx'
import { mantenimientoWords } from '../words.ts'

const fields = {
  camion_id: choice('Camión', sources.camiones, ({ camion }: Mantenimiento) => camion, {
    unknown: sentences.unknownCamion,
    maker: makerOf('camiones'),
    placeholder: 'Escribe su placa o su marca',
  }),
  tipo: select('Tipo', mantenimientoTipos),
  descripcion: textarea('Descripción', { className: 'md:max-xl:col-span-2' }),
  fecha_programada: typedDate('Fecha programada'),
  estado: select('Estado', mantenimientoEstados),
  fecha_realizada: typedDate('Fecha realizada'),
  kilometraje: number('Kilometraje', { written: entero, shown: entero, inputMode: 'numeric' }),
  taller: typedText('Taller'),
  costo: number('Costo (Q)', { written: (costo) => quetzales(costo).slice(1), shown: quetzales }),
} satisfies FieldsOf<typeof mantenimientos>

export function MantenimientoForm({ id, onClose }: FormOverProps) {
  return (
    <RecordForm
      calls={mantenimientos}
      id={id}
      fields={fields}
      words={mantenimientoWords}
      nameOf={({ camion }) => camion}
      refusal={({ message }) => ({
        title: id ? 'Error al actualizar el mantenimiento' : 'Error al crear el mantenimiento',
        detail: message,
      })}
      onClose={onClose}
    />
  )
}
