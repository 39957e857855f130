import type { Rendimiento, RendimientoDePiloto } from '@flota/contract/fleet/rendimiento.ts'
import { cell, type ListColumn } from '../../platform/xlsx/list.ts'
import type { CellValue, WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'
import type { Grupo, RendimientoLine } from './queries.ts'

type Distance = Pick<Rendimiento, 'km' | 'galones' | 'km_galon'>

const distanceColumns: readonly ListColumn<Distance>[] = [
  { title: 'Km', ...cell(13, ({ km }) => km, 'count') },
  { title: 'Galones', ...cell(15, ({ galones }) => galones, 'thousandths') },
  { title: 'Km/gal', ...cell(11, ({ km_galon }) => km_galon, 'decimal') },
]
const truckColumns: readonly ListColumn<Rendimiento>[] = [
  { title: 'Camión', ...cell(16, ({ placa }) => placa) },
  ...distanceColumns,
  { title: 'Combustible', ...cell(17, ({ combustible }) => combustible, 'money') },
  { title: 'Mantenimiento', ...cell(17, ({ mantenimiento }) => mantenimiento, 'money') },
  { title: 'Gastos', ...cell(17, ({ gastos }) => gastos, 'money') },
  { title: 'Costo', ...cell(17, ({ costo }) => costo, 'money') },
  { title: 'Costo por km', ...cell(15, ({ costo_km }) => costo_km, 'money') },
]
const pilotColumns: readonly ListColumn<RendimientoDePiloto>[] = [
  { title: 'Piloto', ...cell(36, ({ piloto }) => piloto ?? 'Sin piloto') },
  ...distanceColumns,
]

/** Writes one sheet. The last line has the totals. */
export function rendimientoExcel(batches: AsyncIterable<RendimientoLine[]>, por: Grupo, about: WorkbookInfo) {
  // The lines are those of the group.
  const columns = (por === 'camion' ? truckColumns : pilotColumns) as readonly ListColumn<RendimientoLine>[]
  let totals: readonly CellValue[] = []
  async function* rows() {
    for await (const batch of batches) {
      const cells = batch.map((line) => columns.map(({ of }) => of(line)))
      if (batch.at(-1)?.es_total) totals = ['Total', ...(cells.pop()?.slice(1) ?? [])]
      yield cells
    }
  }
  return workbook([{ name: 'Rendimiento', columns, rows: rows(), totals: () => totals }], about)
}
