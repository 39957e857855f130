import type { MargenGrupo, MargenTotales } from '@flota/contract/money/margen.ts'
import { rangeText } from '@flota/contract/reports/periodos.ts'
import type { CellValue, WorkbookInfo, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'
import type { MargenFilter, MargenLine } from './queries.ts'

const titles: Record<MargenGrupo, string> = {
  ruta: 'Margen directo por ruta',
  cliente: 'Margen directo por cliente',
  trayecto: 'Margen directo por trayecto',
  camion: 'Margen directo por camión',
  piloto: 'Margen directo por piloto',
  mes: 'Margen directo por mes',
}

const figures: readonly (XlsxColumn & { of: (line: MargenTotales) => CellValue })[] = [
  { title: 'Viajes', width: 11, format: 'count', of: ({ viajes }) => viajes },
  { title: 'Ingreso', width: 17, format: 'money', of: ({ ingreso }) => ingreso },
  { title: 'Combustible', width: 17, format: 'money', of: ({ combustible }) => combustible },
  { title: 'Gastos', width: 17, format: 'money', of: ({ gastos }) => gastos },
  { title: 'Comisiones', width: 17, format: 'money', of: ({ comisiones }) => comisiones },
  { title: 'Costo', width: 17, format: 'money', of: ({ costo }) => costo },
  { title: 'Margen', width: 17, format: 'money', of: ({ margen }) => margen },
  { title: 'Margen %', width: 13, format: 'tenths', of: ({ margen_pct }) => margen_pct },
  { title: 'Por revisar', width: 13, format: 'count', of: ({ por_revisar }) => por_revisar },
]
const columns: readonly XlsxColumn[] = [{ title: 'Nombre', width: 36, format: 'general' }, ...figures]

/** Writes one sheet. The last line has the totals. */
export function margenExcel(
  batches: AsyncIterable<MargenLine[]>,
  { por, desde, hasta }: MargenFilter,
  about: Omit<WorkbookInfo, 'title'>,
) {
  let totals: readonly CellValue[] = []
  async function* rows() {
    for await (const batch of batches) {
      const cells = batch.map((line) => [line.nombre ?? 'Total', ...figures.map(({ of }) => of(line))])
      if (batch.at(-1)?.nombre === null) totals = cells.pop() ?? []
      yield cells
    }
  }
  const title = `${titles[por]}. ${rangeText(desde, hasta)}`
  return workbook([{ name: 'Margen directo', columns, rows: rows(), totals: () => totals }], {
    ...about,
    title,
  })
}
