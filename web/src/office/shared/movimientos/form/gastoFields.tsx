import { sentences } from '@flota/contract/core/sentences.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import { comprobanteWords, formas, pagaWords } from '@flota/contract/records/dinero.ts'
import type { ApiError } from '../../../../api/ApiError.ts'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { type AnswerOf, call } from '../../../../api/call.ts'
import type { FieldSpec, Form, Value, Values } from '../../../../form/FieldSpec.ts'
import { selectField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import type { ChoiceSource, ComboboxSearch, Option } from '../../../../form/useCombobox.ts'
import type { SaveError } from '../../../../form/useFormSave.ts'
import { idIn } from '../../../../form/validate.ts'
import { useDebouncedText } from '../../../../ui/useDebouncedText.ts'
import { quickCreate } from '../../catalogue/form/quickCreate.tsx'
import { checkboxField } from '../../form/checkboxField.tsx'
import { uuidField } from '../../form/uuidField.tsx'

// Fields that the forms of a movement and of a fuel fill-up have.

type Ruta = AnswerOf<'GET /api/movimientos/rutas'>['data'][number]

const optionOf = ({ id, no_ruta, piloto, viaje }: Ruta): Option => ({
  id,
  text: no_ruta,
  note: piloto,
  detail: viaje && tripNameText(viaje),
})

/** Newest trips of the form's pilot, from an endpoint for users without access to GET /api/rutas. */
const rutaSource: ChoiceSource = {
  useSearch: (text: string | null, form?: Form): ComboboxSearch => {
    const debounced = useDebouncedText(text)
    const chofer = form && idIn(form, 'chofer_id')
    const query = { buscar: debounced ?? '', viaje: 'si' as const, ...(chofer && { chofer_id: chofer }) }
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
    const { data } = await call('GET /api/movimientos/rutas', { query: { buscar, viaje: 'si' } })
    return data.map(optionOf)
  },
}

/** The endpoint's page size. */
const maxRutaOptions = 20

/** Marks a field as required for some values; the schema enforces it. */
export function requiredWhen<T extends Value, S, Row>(
  spec: FieldSpec<T, S, Row>,
  isNeeded: (values: Values) => boolean,
): FieldSpec<T, S, Row> {
  const { Input } = spec
  return { ...spec, Input: (field) => <Input {...field} required={isNeeded(field.form.values)} /> }
}

export const wideLayout = { className: 'md:col-span-2' }

export const pilotoField = recordField(
  'Piloto',
  recordSources.choferes,
  ({ piloto }: { piloto: string | null }) => piloto ?? '',
  {
    unknownMessage: sentences.unknownChofer,
    quickCreate: quickCreate('choferes'),
    placeholder: 'Escribe su nombre',
  },
)
export const rutaField = recordField(
  'Ruta',
  rutaSource,
  ({ no_ruta }: { no_ruta: string | null }) => no_ruta ?? '',
  { unknownMessage: sentences.unknownRuta, placeholder: 'Número o piloto' },
)
export const pagaField = selectField('Paga', Object.entries(pagaWords))
export const formaField = { ...selectField('Forma', [['', 'Sin indicar'], ...formas]), required: false }
export const comprobanteField = selectField(
  'Comprobante',
  (['ninguno', 'factura', 'recibo'] as const).map((each) => [each, comprobanteWords[each]] as const),
)

/** Fields of an invoice; `isPresent` says whether the form shows them. */
export const invoiceFields = (isPresent: (values: Values) => boolean) => ({
  nit: { ...textField('NIT', { hint: 'Del que vende; CF si no lo dice' }), isPresent },
  uuid: { ...uuidField('No. de autorización', wideLayout), isPresent },
  serie: { ...textField('Serie'), isPresent },
  numero: { ...textField('Número', { input: { inputMode: 'numeric' } }), isPresent },
  compartida: { ...checkboxField('Factura compartida con otro viaje'), isPresent },
})

/** Offers to save an invoice that is already stored as shared by two trips. */
export function describeGastoError({ status, message }: ApiError, title: string): SaveError {
  const refusal = { title, detail: message }
  return status === 409 && message.startsWith('Esa factura ya está registrada')
    ? {
        title: message,
        detail: 'Si un mismo papel es de dos viajes, guárdalo como compartido.',
        fix: { label: 'Es compartida', values: { compartida: 'si' } },
      }
    : refusal
}
