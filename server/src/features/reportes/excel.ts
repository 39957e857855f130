import type { PeriodoTipo } from '@flota/contract/calendar.ts'
import { formatFecha, fullName } from '@flota/contract/format.ts'
import { periodoText, reporteFigures, type Totales } from '@flota/contract/periodos.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { partOfDay, serialOf } from '../../platform/xlsx/list.ts'
import type { CellValue, Sheet, WorkbookInfo, XlsxColumn } from '../../platform/xlsx/sheet.ts'
import { workbook } from '../../platform/xlsx/workbook.ts'
import type { Reporte } from './reporte.ts'

export const reporteExcel = (reporte: Reporte, rutas: AsyncIterable<Ruta[]>, about: WorkbookInfo) =>
  workbook([periodosSheet(reporte), viajesSheet(rutas)], about)

const periodoFormat = { dia: 'date', mes: 'month', anio: 'general' } as const
/** A real date or number; what no spreadsheet has a date for is written as the report writes it. */
const periodoValue: Record<PeriodoTipo, (periodo: string) => CellValue> = {
  dia: (dia) => serialOf(dia) ?? periodoText(dia),
  mes: (mes) => serialOf(`${mes}-01`) ?? periodoText(mes),
  anio: Number,
}

const periodosSheet = ({ tipo, rows, totales }: Reporte): Sheet => ({
  name: 'Reporte',
  columns: [
    { title: 'Periodo', width: 18, format: periodoFormat[tipo] },
    ...reporteFigures.map(({ columna, kind }) => ({
      title: columna,
      width: widthOf(columna, kind),
      format: kind,
    })),
  ],
  rows: [rows.map((row) => [periodoValue[tipo](row.periodo), ...figuresOf(row)])],
  totals: () => ['Total', ...figuresOf(totales)],
})

const figuresOf = (of: Totales): CellValue[] => reporteFigures.map(({ key }) => of[key])
/** Amounts are longer than their title, counts are not. */
const widthOf = (title: string, kind: 'count' | 'money') =>
  kind === 'money' ? 19 : Math.max(13, title.length + 2)

const viajes: readonly (XlsxColumn & { of: (ruta: Ruta) => CellValue })[] = [
  { title: 'No. Ruta', width: 14, format: 'general', of: (ruta) => ruta.no_ruta },
  {
    title: 'Fecha',
    width: 13,
    format: 'date',
    of: (ruta) => serialOf(ruta.fecha) ?? formatFecha(ruta.fecha),
  },
  { title: 'Hora', width: 9, format: 'time', of: (ruta) => partOfDay(ruta.hora) },
  {
    title: 'Cliente',
    width: 36,
    format: 'general',
    of: (ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido),
  },
  { title: 'Servicio', width: 28, format: 'general', of: (ruta) => ruta.servicio },
  { title: 'Mercadería', width: 24, format: 'general', of: (ruta) => ruta.mercaderia },
  { title: 'Placa', width: 13, format: 'general', of: (ruta) => ruta.camion_placa },
  { title: 'Origen', width: 26, format: 'general', of: (ruta) => ruta.origen },
  { title: 'Destino', width: 26, format: 'general', of: (ruta) => ruta.destino },
  {
    title: 'Piloto',
    width: 34,
    format: 'general',
    of: (ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido),
  },
  {
    title: 'Ayudante',
    width: 34,
    format: 'general',
    of: (ruta) => ruta.ayudante_nombre && fullName(ruta.ayudante_nombre, ruta.ayudante_apellido),
  },
  { title: 'Combustible (gal)', width: 19, format: 'decimal', of: (ruta) => ruta.combustible },
  { title: 'Precio (Q)', width: 16, format: 'money', of: (ruta) => ruta.precio ?? null },
  { title: 'Estado', width: 13, format: 'general', of: (ruta) => ruta.estado },
  { title: 'Comentario', width: 60, format: 'general', of: (ruta) => ruta.comentario },
]

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
