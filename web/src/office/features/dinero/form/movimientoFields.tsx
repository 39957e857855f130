import { formatQuetzales } from '@flota/contract/core/format.ts'
import type { movimientos } from '@flota/contract/money/movimientos.ts'
import { conceptos, tipoWords } from '@flota/contract/records/dinero.ts'
import type { FieldsOf, Values } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, selectField, textField } from '../../../../form/fields.tsx'
import {
  comprobanteField,
  formaField,
  invoiceFields,
  pagaField,
  pilotoField,
  requiredWhen,
  rutaField,
  wideLayout,
} from '../../../shared/movimientos/form/gastoFields.tsx'

const isGasto = ({ tipo }: Values) => tipo === 'gasto'

const { nit, uuid, serie, numero, compartida } = invoiceFields(
  (values) => isGasto(values) && values.comprobante === 'factura',
)

export const movimientoFields = {
  tipo: selectField('Tipo', Object.entries(tipoWords)),
  chofer_id: requiredWhen(pilotoField, (values) => !(isGasto(values) && values.paga === 'empresa')),
  ruta_id: requiredWhen(rutaField, ({ tipo }) => tipo === 'comision'),
  concepto: { ...selectField('Concepto', [['', 'Elige un concepto'], ...conceptos]), isPresent: isGasto },
  monto: numberField('Monto (Q)', { formatStored: (monto) => monto.toFixed(2), format: formatQuetzales }),
  fecha: dateField('Fecha'),
  paga: { ...pagaField, isPresent: isGasto },
  comprobante: { ...comprobanteField, isPresent: isGasto },
  nit,
  uuid,
  serie,
  numero,
  compartida,
  forma: formaField,
  descripcion: requiredWhen(
    textField('Descripción', wideLayout),
    ({ tipo }) => tipo === 'cargo' || tipo === 'abono',
  ),
} satisfies FieldsOf<typeof movimientos>
