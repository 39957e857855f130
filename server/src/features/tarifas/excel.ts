import { fullName } from '@flota/contract/core/format.ts'
import type { SheetCampo } from '@flota/contract/imports/importarCampos.ts'
import type { Tarifa } from '@flota/contract/money/tarifas.ts'
import { cell, dayCell, listColumns, listWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

const columns = listColumns<Tarifa, SheetCampo<'tarifas'>>({
  cliente: cell(36, ({ cliente_nombre, cliente_apellido }) =>
    cliente_nombre === null ? null : fullName(cliente_nombre, cliente_apellido),
  ),
  origen: cell(26, ({ origen }) => origen),
  destino: cell(26, ({ destino }) => destino),
  servicio: cell(28, ({ servicio }) => servicio),
  precio: cell(16, ({ precio }) => precio, 'money'),
  duracion_min: cell(12, ({ duracion_min }) => duracion_min),
  vigente_desde: dayCell(({ vigente_desde }) => vigente_desde),
  vigente_hasta: dayCell(({ vigente_hasta }) => vigente_hasta),
})

export const tarifasExcel = (batches: AsyncIterable<Tarifa[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
