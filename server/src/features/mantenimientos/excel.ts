import { dayColumn, type ListColumn, listColumn, listWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import type { Mantenimiento } from './queries.ts'

const columns: readonly ListColumn<Mantenimiento>[] = [
  listColumn('camion', 13, ({ camion }) => camion),
  listColumn('tipo', 13, ({ tipo }) => tipo),
  listColumn('descripcion', 60, ({ descripcion }) => descripcion),
  dayColumn('fecha_programada', ({ fecha_programada }) => fecha_programada),
  dayColumn('fecha_realizada', ({ fecha_realizada }) => fecha_realizada),
  listColumn('kilometraje', 14, ({ kilometraje }) => kilometraje, 'count'),
  listColumn('costo', 16, ({ costo }) => costo, 'money'),
  listColumn('taller', 30, ({ taller }) => taller),
  listColumn('estado', 13, ({ estado }) => estado),
]

export const mantenimientosExcel = (batches: AsyncIterable<Mantenimiento[]>, about: WorkbookInfo) =>
  listWorkbook(columns, batches, about)
