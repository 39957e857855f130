import {
  comprobanteWords,
  conceptos,
  formas,
  movimientoTipos,
  pagadores,
  pagaWords,
  tipoWords,
} from '@flota/contract/dinero.ts'
import { ofUuid, uuidOf } from '@flota/contract/facturas.ts'
import { quetzales } from '@flota/contract/format.ts'
import type { Movimiento, movimientos } from '@flota/contract/movimientos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FieldSpec, FieldsOf, InputProps, Value, Values } from '../../../../form/FieldSpec.ts'
import { number, select, typedDate, typedText } from '../../../../form/fields.tsx'
import { choice } from '../../../../form/recordField.tsx'
import { sources } from '../../../../form/recordPicker/recordSources.ts'
import { makerOf } from '../../../shared/catalogue/form/quickCreate.tsx'
import { CheckField } from './CheckField.tsx'
import { rutaSource } from './rutaSource.ts'

const pairs = <Key extends string>(keys: readonly Key[], words: Record<Key, string>) =>
  keys.map((key) => [key, words[key]] as const)

const isGasto = ({ tipo }: Values) => tipo === 'gasto'
const isFactura = (values: Values) => isGasto(values) && values.comprobante === 'factura'

/** What a field asks for depends on the kind: the schema tells it, and the label says it before. */
function neededWhere<T extends Value, S, Row>(
  spec: FieldSpec<T, S, Row>,
  isNeeded: (values: Values) => boolean,
): FieldSpec<T, S, Row> {
  const { Input } = spec
  return { ...spec, Input: (field) => <Input {...field} required={isNeeded(field.form.values)} /> }
}

const wide = { className: 'md:col-span-2' }

const uuid = typedText('No. de autorización', wide)

/** The digits of an authorization say serie and number. */
function UuidInput({ form, onChange, ...field }: InputProps<string>) {
  const type = (typed: string) => {
    const known = uuidOf(typed)
    if (known) form.set({ [field.name]: typed, ...ofUuid(known) })
    else onChange(typed)
  }
  return <uuid.Input {...field} form={form} onChange={type} />
}

const compartida: FieldSpec<string, boolean> = {
  label: 'Factura compartida con otro viaje',
  empty: '',
  read: (stored) => (stored ? 'si' : ''),
  send: (value) => value === 'si',
  shown: (value) => (value === 'si' ? 'Sí' : 'No'),
  when: isFactura,
  Input: CheckField,
}

export const fields = {
  tipo: select('Tipo', pairs(movimientoTipos, tipoWords)),
  chofer_id: neededWhere(
    choice('Piloto', sources.choferes, ({ piloto }: Movimiento) => piloto ?? '', {
      unknown: sentences.unknownChofer,
      maker: makerOf('choferes'),
      placeholder: 'Escribe su nombre',
    }),
    (values) => !(isGasto(values) && values.paga === 'empresa'),
  ),
  ruta_id: neededWhere(
    choice('Ruta', rutaSource, ({ no_ruta }: Movimiento) => no_ruta ?? '', {
      unknown: sentences.unknownRuta,
      placeholder: 'Número o piloto',
    }),
    ({ tipo }) => tipo === 'comision',
  ),
  concepto: {
    ...select('Concepto', [['', 'Elige un concepto'], ...conceptos]),
    when: isGasto,
  },
  monto: number('Monto (Q)', { written: (monto) => monto.toFixed(2), shown: quetzales }),
  fecha: typedDate('Fecha'),
  paga: { ...select('Paga', pairs(pagadores, pagaWords)), when: isGasto },
  comprobante: {
    ...select('Comprobante', pairs(['ninguno', 'factura', 'recibo'] as const, comprobanteWords)),
    when: isGasto,
  },
  nit: { ...typedText('NIT', { hint: 'Del que vende; CF si no lo dice' }), when: isFactura },
  uuid: { ...uuid, Input: UuidInput, when: isFactura },
  serie: { ...typedText('Serie'), when: isFactura },
  numero: { ...typedText('Número', { input: { inputMode: 'numeric' } }), when: isFactura },
  compartida,
  forma: { ...select('Forma', [['', 'Sin decir'], ...formas]), required: false },
  descripcion: neededWhere(
    typedText('Descripción', wide),
    ({ tipo }) => tipo === 'cargo' || tipo === 'abono',
  ),
} satisfies FieldsOf<typeof movimientos>
