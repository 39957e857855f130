import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { Movimiento, movimientos } from '@flota/contract/money/movimientos.ts'
import { comprobanteWords, conceptos, formas, pagaWords, tipoWords } from '@flota/contract/records/dinero.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { type AnswerOf, call } from '../../../../api/call.ts'
import type { FieldSpec, FieldsOf, Form, Value, Values } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { ChoiceSource, ComboboxSearch, Option } from '../../../../form/useCombobox.ts'
import { idIn } from '../../../../form/validate.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import { checkboxField } from '../../../shared/form/checkboxField.tsx'
import { uuidField } from '../../../shared/form/uuidField.tsx'

type Ruta = AnswerOf<'GET /api/movimientos/rutas'>['data'][number]

const optionOf = ({ id, no_ruta, fecha: day, piloto, destino }: Ruta): Option => ({
  id,
  text: no_ruta,
  note: [formatFecha(day), piloto, destino].filter(Boolean).join(' · '),
})

/** Newest trips of the form's pilot, from an endpoint for users without access to GET /api/rutas. */
const rutaSource: ChoiceSource = {
  useSearch: (text: string | null, form?: Form): ComboboxSearch => {
    const debounced = useDebouncedText(text)
    const chofer = form && idIn(form, 'chofer_id')
    const query = { buscar: debounced ?? '', ...(chofer && { chofer_id: chofer }) }
    const answer = useEndpointIf('GET /api/movimientos/rutas', debounced === null ? null : { query })
    return {
      options: answer.data?.data.map(optionOf),
      settled: debounced === text && answer.data !== undefined && !answer.isPlaceholderData,
      failed: answer.error && !answer.isFetching ? 'Error al cargar las rutas' : null,
      more: answer.data?.data.length === maxRutaOptions,
      retry: () => void answer.refetch(),
    }
  },
  find: async (buscar) => {
    const { data } = await call('GET /api/movimientos/rutas', { query: { buscar } })
    return data.map(optionOf)
  },
}

/** The endpoint's page size. */
const maxRutaOptions = 20

const isGasto = ({ tipo }: Values) => tipo === 'gasto'
const isFactura = (values: Values) => isGasto(values) && values.comprobante === 'factura'

/** Marks a field as required for some kinds of movement; the schema enforces it. */
function requiredWhen<T extends Value, S, Row>(
  spec: FieldSpec<T, S, Row>,
  isNeeded: (values: Values) => boolean,
): FieldSpec<T, S, Row> {
  const { Input } = spec
  return { ...spec, Input: (field) => <Input {...field} required={isNeeded(field.form.values)} /> }
}

const wideLayout = { className: 'md:col-span-2' }

export const movimientoFields = {
  tipo: selectField('Tipo', Object.entries(tipoWords)),
  chofer_id: requiredWhen(
    recordField('Piloto', recordSources.choferes, ({ piloto }: Movimiento) => piloto ?? '', {
      unknownMessage: sentences.unknownChofer,
      quickCreate: quickCreate('choferes'),
      placeholder: 'Escribe su nombre',
    }),
    (values) => !(isGasto(values) && values.paga === 'empresa'),
  ),
  ruta_id: requiredWhen(
    recordField('Ruta', rutaSource, ({ no_ruta }: Movimiento) => no_ruta ?? '', {
      unknownMessage: sentences.unknownRuta,
      placeholder: 'Número o piloto',
    }),
    ({ tipo }) => tipo === 'comision',
  ),
  concepto: { ...selectField('Concepto', [['', 'Elige un concepto'], ...conceptos]), isPresent: isGasto },
  monto: numberField('Monto (Q)', { formatStored: (monto) => monto.toFixed(2), format: formatQuetzales }),
  fecha: dateField('Fecha'),
  paga: { ...selectField('Paga', Object.entries(pagaWords)), isPresent: isGasto },
  comprobante: {
    ...selectField(
      'Comprobante',
      (['ninguno', 'factura', 'recibo'] as const).map((each) => [each, comprobanteWords[each]] as const),
    ),
    isPresent: isGasto,
  },
  nit: { ...textField('NIT', { hint: 'Del que vende; CF si no lo dice' }), isPresent: isFactura },
  uuid: { ...uuidField('No. de autorización', wideLayout), isPresent: isFactura },
  serie: { ...textField('Serie'), isPresent: isFactura },
  numero: { ...textField('Número', { input: { inputMode: 'numeric' } }), isPresent: isFactura },
  compartida: { ...checkboxField('Factura compartida con otro viaje'), isPresent: isFactura },
  forma: { ...selectField('Forma', [['', 'Sin decir'], ...formas]), required: false },
  descripcion: requiredWhen(
    textField('Descripción', wideLayout),
    ({ tipo }) => tipo === 'cargo' || tipo === 'abono',
  ),
} satisfies FieldsOf<typeof movimientos>
