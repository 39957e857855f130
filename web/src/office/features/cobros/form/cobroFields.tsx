import type { CobroValues } from '@flota/contract/money/cobros.ts'
import type { FacturaListada } from '@flota/contract/money/facturas.ts'
import { cobroFormas } from '@flota/contract/records/cobros.ts'
import type { FieldSpec, Fields, InputProps, Line, Values } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textField } from '../../../../form/fields.tsx'
import { AplicacionesInput, linesIn } from './AplicacionesInput.tsx'

const { send: parseNumber } = numberField('')

/** The whole balance, less the suggested withholdings. */
export const initialLine = (factura: FacturaListada): Line => {
  const { id, saldo, retencion_iva_sugerida: iva, retencion_isr_sugerida: isr } = factura
  const cents = Math.round(saldo * 100) - Math.round(iva * 100) - Math.round(isr * 100)
  return {
    factura_id: String(id),
    monto: amountText(cents / 100),
    retencion_iva: amountText(iva),
    constancia_iva: '',
    retencion_isr: amountText(isr),
    constancia_isr: '',
  }
}

const amountText = (amount: number) => (amount === 0 ? '' : amount.toFixed(2))

const formaField = selectField('Forma', [['', 'Elige una forma'], ...cobroFormas])

/** Required only if some money was paid: a withholding alone needs none. */
const FormaInput = (field: InputProps<string>) => (
  <formaField.Input {...field} required={paysMoney(field.form.values)} />
)

const paysMoney = ({ aplicaciones }: Values) =>
  linesIn(aplicaciones).some(({ monto = '' }) => monto.trim() !== '' && parseNumber(monto) !== 0)

const aplicacionesField = (facturas: readonly FacturaListada[]): FieldSpec<readonly Line[]> => ({
  label: 'Facturas',
  empty: [],
  className: 'col-span-full',
  read: () => [],
  send: (lines) =>
    lines.map(({ factura_id, monto = '', retencion_iva = '', retencion_isr = '', ...constancias }) => ({
      factura_id: Number(factura_id),
      monto: parseNumber(monto),
      retencion_iva: parseNumber(retencion_iva),
      retencion_isr: parseNumber(retencion_isr),
      ...constancias,
    })),
  format: (lines) => `${lines.length} facturas`,
  Input: (field) => <AplicacionesInput {...field} facturas={facturas} />,
})

/** In tab order. */
export const cobroFields = (facturas: readonly FacturaListada[]) =>
  ({
    cliente_id: {
      // The page names the client.
      ...textField('Cliente', { className: 'hidden' }),
      send: Number,
      Input: () => null,
    },
    forma: { ...formaField, required: false, Input: FormaInput },
    referencia: textField('Referencia'),
    fecha: dateField('Fecha'),
    aplicaciones: aplicacionesField(facturas),
  }) satisfies Fields & Record<keyof CobroValues, FieldSpec>
