import { formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { FacturaListada, FacturaRuta, facturas } from '@flota/contract/money/facturas.ts'
import { facturaTipos } from '@flota/contract/records/facturas.ts'
import type { Choice, FieldSpec, FieldsOf, InputProps } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textareaField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { uuidField } from '../../../shared/form/uuidField.tsx'
import { RutasInput } from './RutasInput.tsx'

const clienteField = recordField(
  'Cliente',
  recordSources.clientes,
  ({ cliente }: FacturaListada) => cliente,
  { unknownMessage: sentences.unknownCliente, placeholder: 'Escribe su nombre', className: 'col-span-full' },
)

/** Another client has other trips; a stored invoice keeps its client. */
function ClienteInput({ form, onChange, ...field }: InputProps<Choice>) {
  const change = (next: Choice) =>
    next.id === field.value.id ? onChange(next) : form.set({ [field.name]: next, rutas: [] })
  if (!form.isNew)
    return (
      <p className="text-lg">
        <span className="block text-sm text-muted">{field.label}</span>
        {field.value.text}
      </p>
    )
  return (
    <div className="max-w-md">
      <clienteField.Input {...field} form={form} onChange={change} />
    </div>
  )
}

/** Trips that the invoice bills, by id. The server knows their amounts. */
const rutasField: FieldSpec<readonly number[], readonly FacturaRuta[] | undefined> = {
  label: 'Viajes',
  empty: [],
  className: 'col-span-full xl:col-span-1 xl:row-span-6 min-w-0',
  read: (lines = []) => lines.map(({ ruta_id }) => ruta_id),
  send: (ids) => ids.toSorted((a, b) => a - b).map((ruta_id) => ({ ruta_id })),
  format: (ids) => (ids.length === 1 ? '1 viaje' : `${ids.length} viajes`),
  Input: RutasInput,
}

const wide = { className: 'md:col-span-2' }

/** In tab order. The trips stand at the left, the other fields in two columns beside them. */
export const facturaFields = {
  cliente_id: { ...clienteField, Input: ClienteInput },
  rutas: rutasField,
  uuid: { ...uuidField('Autorización', wide) },
  serie: textField('Serie'),
  numero: textField('Número', { input: { inputMode: 'numeric' } }),
  fecha: dateField('Fecha', { brief: true }),
  vence: dateField('Vence', { brief: true }),
  monto: numberField('Monto (Q)', { formatStored: (monto) => monto.toFixed(2), format: formatQuetzales }),
  tipo: selectField('Tipo', facturaTipos),
  nota: textareaField('Nota', { max: 2000, ...wide }),
} satisfies FieldsOf<typeof facturas>

export const facturaLayout =
  'gap-x-4 md:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_10.5rem_10.5rem] xl:grid-rows-[repeat(6,auto)_1fr]'
