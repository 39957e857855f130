import { fullName } from '@flota/contract/core/format.ts'
import type { Tarifa } from '@flota/contract/money/tarifas.ts'
import { tarifaSheet } from '@flota/contract/records/tarifas.ts'
import { listWorkbook, sheetColumns } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

const columns = sheetColumns<Tarifa, keyof typeof tarifaSheet>(tarifaSheet, {
  cliente: ({ cliente_nombre, cliente_apellido }) =>
    cliente_nombre === null ? null : fullName(cliente_nombre, cliente_apellido),
})

export const tarifasExcel = (batches: AsyncIterable<Tarifa[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
