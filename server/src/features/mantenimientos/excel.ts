import { mantenimientoSheet } from '@flota/contract/records/mantenimientos.ts'
import { listWorkbook, sheetColumns } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import type { Mantenimiento } from './queries.ts'

const columns = sheetColumns<Mantenimiento, keyof typeof mantenimientoSheet>(mantenimientoSheet, {})

export const mantenimientosExcel = (batches: AsyncIterable<Mantenimiento[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
