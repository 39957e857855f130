import {
  comprobanteWords,
  conceptos,
  formas,
  movimientoTipos,
  pagadores,
  pagaWords,
  tipoWords,
} from '@flota/contract/dinero.ts'
import { normalizeUuid, serieAndNumeroOf } from '@flota/contract/facturas.ts'
import { formatQuetzales } from '@flota/contract/format.ts'
import type { Movimiento, movimientos } from '@flota/contract/movimientos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FieldSpec, FieldsOf, InputProps, Value, Values } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import { CheckField } from './CheckField.tsx'
import { rutaSource } from './rutaSource.ts'

const wordPairs = <Key extends string>(keys: readonly Key[], words: Record<Key, string>) =>
  keys.map((key) => [key, words[key]] as const)

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

const uuidField = textField('No. de autorización', wideLayout)

/** Fills in serie and number, which the authorization number contains. */
function UuidInput({ form, onChange, ...field }: InputProps<string>) {
  const type = (typed: string) => {
    const uuid = normalizeUuid(typed)
    if (uuid) form.set({ [field.name]: typed, ...serieAndNumeroOf(uuid) })
    else onChange(typed)
  }
  return <uuidField.Input {...field} form={form} onChange={type} />
}

const compartidaField: FieldSpec<string, boolean> = {
  label: 'Factura compartida con otro viaje',
  empty: '',
  read: (stored) => (stored ? 'si' : ''),
  send: (value) => value === 'si',
  format: (value) => (value === 'si' ? 'Sí' : 'No'),
  isPresent: isFactura,
  Input: CheckField,
}

export const movimientoFields = {
  tipo: selectField('Tipo', wordPairs(movimientoTipos, tipoWords)),
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
  paga: { ...selectField('Paga', wordPairs(pagadores, pagaWords)), isPresent: isGasto },
  comprobante: {
    ...selectField('Comprobante', wordPairs(['ninguno', 'factura', 'recibo'] as const, comprobanteWords)),
    isPresent: isGasto,
  },
  nit: { ...textField('NIT', { hint: 'Del que vende; CF si no lo dice' }), isPresent: isFactura },
  uuid: { ...uuidField, Input: UuidInput, isPresent: isFactura },
  serie: { ...textField('Serie'), isPresent: isFactura },
  numero: { ...textField('Número', { input: { inputMode: 'numeric' } }), isPresent: isFactura },
  compartida: compartidaField,
  forma: { ...selectField('Forma', [['', 'Sin decir'], ...formas]), required: false },
  descripcion: requiredWhen(
    textField('Descripción', wideLayout),
    ({ tipo }) => tipo === 'cargo' || tipo === 'abono',
  ),
} satisfies FieldsOf<typeof movimientos>
