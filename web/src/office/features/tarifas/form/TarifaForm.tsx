import '@flota/contract/core/zodConfig.ts'
import { formatQuetzales, fullName } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { type Tarifa, tarifas } from '@flota/contract/money/tarifas.ts'
import { useToday } from '../../../../api/useToday.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, textField } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { OverlayFormProps } from '../../../../list/listWithForm.tsx'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import { errorWithTitle } from '../../../shared/form/errorWithTitle.ts'
import { tarifaName, tarifaWords } from '../words.ts'

const clienteOf = ({ cliente_nombre, cliente_apellido }: Tarifa) =>
  fullName(cliente_nombre ?? '', cliente_apellido)

const fields = {
  origen: textField('Origen'),
  destino: textField('Destino'),
  precio: numberField('Precio (Q)', { formatStored: (precio) => precio.toFixed(2), format: formatQuetzales }),
  cliente_id: recordField('Cliente', recordSources.clientes, clienteOf, {
    unknownMessage: sentences.unknownCliente,
    hint: 'Vacío, todos los clientes',
    quickCreate: quickCreate('clientes'),
  }),
  servicio: textField('Servicio', { hint: 'Vacío, cualquier servicio' }),
  duracion_min: numberField('Duración (min)', { inputMode: 'numeric', hint: 'Vacía, la usual' }),
  vigente_desde: dateField('Vigente desde'),
  vigente_hasta: dateField('Vigente hasta'),
} satisfies FieldsOf<typeof tarifas>

export function TarifaForm({ id, onClose }: OverlayFormProps) {
  const hoy = useToday()
  // The default start date has to be known before the form opens.
  if (id === null && !hoy) return null
  return (
    <RecordForm
      calls={tarifas}
      id={id}
      fields={fields}
      words={tarifaWords}
      nameOf={tarifaName}
      start={{ vigente_desde: hoy ?? '' }}
      refusal={errorWithTitle(id ? 'Error al actualizar la tarifa' : 'Error al crear la tarifa')}
      onClose={onClose}
    />
  )
}
