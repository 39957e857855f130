import '@flota/contract/zodConfig.ts'
import { nombreCompleto, quetzales } from '@flota/contract/format.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { type Tarifa, tarifas } from '@flota/contract/tarifas.ts'
import { useToday } from '../../../../api/useToday.ts'
import type { FieldsOf } from '../../../../form/FieldSpec.ts'
import { number, typedDate, typedText } from '../../../../form/fields.tsx'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import type { FormOverProps } from '../../../../list/listWithForm.tsx'
import { makerOf } from '../../../shared/catalogue/form/quickCreate.tsx'
import { tarifaName, tarifaWords } from '../words.ts'

const clienteOf = ({ cliente_nombre, cliente_apellido }: Tarifa) =>
  nombreCompleto(cliente_nombre ?? '', cliente_apellido)

const fields = {
  origen: typedText('Origen'),
  destino: typedText('Destino'),
  precio: number('Precio (Q)', { written: (precio) => precio.toFixed(2), shown: quetzales }),
  cliente_id: choice('Cliente', sources.clientes, clienteOf, {
    unknown: sentences.unknownCliente,
    hint: 'Vacío, todos los clientes',
    maker: makerOf('clientes'),
  }),
  servicio: typedText('Servicio', { hint: 'Vacío, cualquier servicio' }),
  duracion_min: number('Duración (min)', { inputMode: 'numeric', hint: 'Vacía, la usual' }),
  vigente_desde: typedDate('Vigente desde'),
  vigente_hasta: typedDate('Vigente hasta'),
} satisfies FieldsOf<typeof tarifas>

export function TarifaForm({ id, onClose }: FormOverProps) {
  const hoy = useToday()
  // A new one begins today, which is read before the form is drawn.
  if (id === null && !hoy) return null
  return (
    <RecordForm
      calls={tarifas}
      id={id}
      fields={fields}
      words={tarifaWords}
      nameOf={tarifaName}
      start={{ vigente_desde: hoy ?? '' }}
      refusal={({ message }) => ({
        title: id ? 'Error al actualizar la tarifa' : 'Error al crear la tarifa',
        detail: message,
      })}
      onClose={onClose}
    />
  )
}
