import type { PeriodoTipo } from '@flota/contract/core/calendar.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { rutaSheet } from '@flota/contract/records/rutas.ts'
import { periodoText, reporteFigures, type Totales } from '@flota/contract/reports/periodos.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { type TripColumnName, tripColumns } from '../../domain/trips/tripColumns.ts'
import { serialOf } from '../../platform/xlsx/list.ts'
import type { CellValue, Sheet, WorkbookInfo } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'
import type { Reporte } from './reporte.ts'

export const reporteExcel = (reporte: Reporte, rutas: AsyncIterable<Ruta[]>, about: WorkbookInfo) =>
  workbook([periodosSheet(reporte), viajesSheet(rutas)], about)

const periodoFormat = { dia: 'date', mes: 'month', anio: 'general' } as const
/** Returns a date or number; text if spreadsheets have no such date. */
const periodoValue: Record<PeriodoTipo, (periodo: string) => CellValue> = {
  dia: (dia) => serialOf(dia) ?? periodoText(dia),
  mes: (mes) => serialOf(`${mes}-01`) ?? periodoText(mes),
  anio: Number,
}

const periodosSheet = ({ tipo, rows, totales }: Reporte): Sheet => ({
  name: 'Reporte',
  columns: [
    { title: 'Periodo', width: 18, format: periodoFormat[tipo] },
    ...reporteFigures.map(({ columnTitle, kind }) => ({
      title: columnTitle,
      width: widthOf(columnTitle, kind),
      format: kind,
    })),
  ],
  rows: [rows.map((row) => [periodoValue[tipo](row.periodo), ...figuresOf(row)])],
  totals: () => ['Total', ...figuresOf(totales)],
})

const figuresOf = (totales: Totales): CellValue[] => reporteFigures.map(({ key }) => totales[key])
const widthOf = (title: string, kind: 'count' | 'money') =>
  kind === 'money' ? 19 : Math.max(13, title.length + 2)

/** The columns that an export has in another order. */
const firstColumns: readonly TripColumnName[] = [
  'no_ruta',
  'fecha',
  'hora',
  'cliente',
  'servicio',
  'mercaderia',
  'placa',
  'origen',
  'destino',
  'piloto',
  'ayudante',
  'combustible',
  'precio',
]
const placeOf = (name: TripColumnName) => firstColumns.indexOf(name) + 1 || firstColumns.length + 1

const viajes = tripColumns
  .toSorted((a, b) => placeOf(a.name) - placeOf(b.name))
  .map((column) => {
    const unit = rutaSheet[column.name].field?.unit
    const title = column.name === 'no_ruta' ? 'No. Ruta' : column.title + (unit ? ` (${unit})` : '')
    // No import reads this sheet, so that it may have days outside 1950 to 2099 as numbers.
    const of =
      column.name === 'fecha' ? ({ fecha }: Ruta) => serialOf(fecha) ?? formatFecha(fecha) : column.of
    return { ...column, title, of, width: Math.max(column.width, title.length + 2) }
  })

function viajesSheet(rutas: AsyncIterable<Ruta[]>): Sheet {
  let cents = 0
  async function* rows() {
    for await (const batch of rutas) {
      for (const { precio = 0 } of batch) cents += Math.round(precio * 100)
      yield batch.map((ruta) => viajes.map(({ of }) => of(ruta)))
    }
  }
  return {
    name: 'Viajes',
    columns: viajes,
    rows: rows(),
    totals: () =>
      viajes.map(({ title }) =>
        title === 'No. Ruta' ? 'Total' : title === 'Precio (Q)' ? cents / 100 : null,
      ),
  }
}
