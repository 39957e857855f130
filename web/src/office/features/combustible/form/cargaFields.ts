import { formatGalones, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { Carga, cargas } from '@flota/contract/money/cargas.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import type { FieldsOf, Values } from '../../../../form/FieldSpec.ts'
import { dateField, numberField, textField } from '../../../../form/fields.tsx'
import { recordField } from '../../../../form/recordField.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { quickCreate } from '../../../shared/catalogue/form/quickCreate.tsx'
import { checkboxField } from '../../../shared/form/checkboxField.tsx'
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
import { stationField } from './stationField.tsx'

const { nit, uuid, serie, numero, compartida } = invoiceFields(
  ({ comprobante }: Values) => comprobante === 'factura',
)

const totalField = numberField('Total (Q)', {
  formatStored: (total) => total.toFixed(2),
  format: formatQuetzales,
})

export const cargaFields = {
  camion_id: recordField('Camión', recordSources.camiones, ({ camion }: Carga) => camion, {
    unknownMessage: sentences.unknownCamion,
    quickCreate: quickCreate('camiones'),
    placeholder: 'Placa o unidad',
  }),
  fecha: dateField('Fecha'),
  galones: numberField('Galones', { format: formatGalones }),
  total: totalField,
  km: numberField('Kilometraje', { inputMode: 'numeric', format: formatInteger }),
  lleno: checkboxField('Tanque lleno'),
  falta_anterior: checkboxField('Falta una carga anterior'),
  paga: pagaField,
  chofer_id: requiredWhen(pilotoField, ({ paga }) => paga === 'piloto'),
  ruta_id: rutaField,
  estacion: stationField,
  vale: textField('Vale'),
  forma: formaField,
  comprobante: comprobanteField,
  nit,
  uuid,
  serie,
  numero,
  compartida,
  descripcion: textField('Descripción', wideLayout),
} satisfies FieldsOf<typeof cargas>

/** Reads the fields that a plain gasto has not. */
export const gastoFields = {
  ...cargaFields,
  camion_id: { ...cargaFields.camion_id, read: () => cargaFields.camion_id.empty },
  total: { ...totalField, read: (_: unknown, { monto }: Movimiento) => monto.toFixed(2) },
  lleno: { ...cargaFields.lleno, read: () => 'si' },
  falta_anterior: { ...cargaFields.falta_anterior, read: () => 'no' },
}

export const cargaLayout = 'gap-x-6 md:grid-cols-2 xl:grid-cols-4'
