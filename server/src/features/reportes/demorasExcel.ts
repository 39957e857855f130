import { rangeText } from '@flota/contract/reports/periodos.ts'
import type { Demora, DemoraGrupo } from '@flota/contract/reports/reportes.ts'
import { cell, type SummedColumn, totalledWorkbook } from '../../platform/xlsx/list.ts'
import type { WorkbookInfo } from '../../platform/xlsx/sheet.ts'

/** A row of the report; the sums are of all rows. `suma_monto` is null if no row has a rate. */
export interface DemoraLine extends Omit<Demora, 'sin_tarifa'> {
  sin_tarifa: boolean
  suma_viajes: number
  suma_horas: number
  suma_cobrable_h: number | null
  suma_monto: number | null
}

const titles: Record<DemoraGrupo, string> = { cliente: 'Cliente', lugar: 'Lugar', causa: 'Causa' }

const columnsOf = (por: DemoraGrupo): SummedColumn<DemoraLine>[] => [
  { title: titles[por], ...cell(36, ({ nombre }) => nombre) },
  {
    title: 'Viajes',
    ...cell(11, ({ viajes }) => viajes, 'count'),
    // A trip has two places and may have several causes: their sum would count it twice.
    ...(por === 'cliente' && { total: ({ suma_viajes }: DemoraLine) => suma_viajes }),
  },
  { title: 'Viajes con hora dudosa', ...cell(23, ({ viajes_dudosos }) => viajes_dudosos, 'count') },
  {
    title: por === 'causa' ? 'Horas de incidente' : 'Horas de espera',
    ...cell(18, ({ horas }) => horas, 'decimal'),
    total: ({ suma_horas }) => suma_horas,
  },
  ...(por === 'causa' ? [] : chargedColumns),
]

const noRate = 'Sin tarifa'

const chargedColumns: readonly SummedColumn<DemoraLine>[] = [
  {
    title: 'Horas cobrables',
    ...cell(17, ({ cobrable_h }) => cobrable_h, 'decimal'),
    total: ({ suma_cobrable_h }) => suma_cobrable_h ?? 0,
  },
  {
    title: 'Monto',
    ...cell(17, ({ monto, sin_tarifa }) => (sin_tarifa ? noRate : monto), 'money'),
    total: ({ suma_monto }) => suma_monto ?? noRate,
  },
]

/** Returns 'Demoras por cliente. Del 01/11/2026 al 30/11/2026'. */
export const demorasTitle = (por: DemoraGrupo, desde?: string, hasta?: string) =>
  `Demoras por ${por}. ${rangeText(desde, hasta)}`

export const demorasExcel = (por: DemoraGrupo, batches: AsyncIterable<DemoraLine[]>, info: WorkbookInfo) =>
  totalledWorkbook(columnsOf(por), batches, info, { sheetName: 'Demoras' })
