import type { PeriodoTipo } from '@flota/contract/core/calendar.ts'
import { formatFecha, fullName } from '@flota/contract/core/format.ts'
import { periodoText, reporteFigures, type Totales } from '@flota/contract/reports/periodos.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { cell, type ListColumn, partOfDay, serialOf } from '../../platform/xlsx/list.ts'
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

const column = (title: string, ...rest: Parameters<typeof cell<Ruta>>): ListColumn<Ruta> => ({
  title,
  ...cell(...rest),
})
const viajes: readonly ListColumn<Ruta>[] = [
  column('No. Ruta', 14, ({ no_ruta }) => no_ruta),
  column('Fecha', 13, ({ fecha }) => serialOf(fecha) ?? formatFecha(fecha), 'date'),
  column('Hora', 9, ({ hora }) => partOfDay(hora), 'time'),
  column('Cliente', 36, (ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido)),
  column('Servicio', 28, ({ servicio }) => servicio),
  column('Mercadería', 24, ({ mercaderia }) => mercaderia),
  column('Placa', 13, ({ camion_placa }) => camion_placa),
  column('Origen', 26, ({ origen }) => origen),
  column('Destino', 26, ({ destino }) => destino),
  column('Piloto', 34, (ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido)),
  column(
    'Ayudante',
    34,
    (ruta) => ruta.ayudante_nombre && fullName(ruta.ayudante_nombre, ruta.ayudante_apellido),
  ),
  column('Combustible (gal)', 19, ({ combustible }) => combustible, 'decimal'),
  column('Precio (Q)', 16, ({ precio }) => precio ?? null, 'money'),
  column('Estado', 13, ({ estado }) => estado),
  column('Comentario', 60, ({ comentario }) => comentario),
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
