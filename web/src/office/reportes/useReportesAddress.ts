import { isPeriodo, type PeriodoTipo } from '@flota/contract/dias.ts'
import type { Filters } from '../../list/filters.ts'
import { useListAddress } from '../../list/useListAddress.ts'
import { useOver } from '../../list/useOver.ts'
import { tipoWords } from './tipos.ts'

const filters = {
  filtro: { kind: 'words', label: 'Tipo', words: tipoWords, aliases: { año: 'anio' } },
  fechaInicio: { kind: 'day', label: 'Fecha Inicio' },
  fechaFin: { kind: 'day', label: 'Fecha Fin' },
} as const satisfies Filters

/** Pages of a report (contract.md section 10). */
const pageSizes = { sizes: [5, 10, 20, 50, 100], usual: 10 }

/** Where the screen stands: what is counted from when to when, its page, and what is open over it. */
export function useReportesAddress() {
  const { values, change, ...paging } = useListAddress(filters, pageSizes)
  const over = useOver('periodo', 'ver')
  const { filtro: tipo, fechaInicio, fechaFin } = values
  const periodo = over.valueOf('periodo')
  return {
    ...paging,
    tipo,
    fechaInicio,
    fechaFin,
    /** The last day lies before the first: there is nothing to ask for. */
    endsEarly: fechaInicio !== '' && fechaFin !== '' && fechaFin < fechaInicio,
    /** The period whose trips are shown over the list. */
    periodo: isPeriodo(periodo) ? periodo : '',
    /** Whether the report is shown as it is printed. */
    report: over.valueOf('ver') === 'reporte',
    change,
    filter: ({
      tipo: filtro = tipo,
      ...days
    }: {
      tipo?: PeriodoTipo
      fechaInicio?: string
      fechaFin?: string
    }) => change({ ...days, filtro }),
    hrefOfPeriodo: (of: string) => over.hrefOf({ periodo: of }),
    openReport: () => over.open({ ver: 'reporte' }),
    /** Takes away what is open over it. */
    close: over.close,
  }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
