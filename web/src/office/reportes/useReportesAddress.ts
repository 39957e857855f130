import { isPeriodo, type PeriodoTipo } from '@flota/contract/calendario.ts'
import type { Filters } from '../../list/filters.ts'
import { useListAddress } from '../../list/useListAddress.ts'
import { useOver } from '../../list/useOver.ts'
import type { Range } from './presets.ts'
import { tipoWords } from './sentences.ts'

const filters = {
  filtro: { kind: 'words', label: 'Tipo', words: tipoWords, aliases: { año: 'anio' } },
  fechaInicio: { kind: 'day', label: 'Fecha Inicio' },
  fechaFin: { kind: 'day', label: 'Fecha Fin' },
} as const satisfies Filters

/** contract.md section 10. */
const pageSizes = { sizes: [5, 10, 20, 50, 100], usual: 10 }

/** The report's address: kind, range, page, and what is open over it. */
export function useReportesAddress() {
  const { values, change, ...paging } = useListAddress(filters, pageSizes)
  const over = useOver('periodo', 'ver')
  const { filtro: tipo, ...range } = values
  const { fechaInicio, fechaFin } = range
  const periodo = over.valueOf('periodo')
  return {
    ...paging,
    tipo,
    ...range,
    range,
    /** An invalid range, with nothing to ask for. */
    endsEarly: fechaInicio !== '' && fechaFin !== '' && fechaFin < fechaInicio,
    /** The period whose trips are open, or empty. */
    periodo: isPeriodo(periodo) ? periodo : '',
    /** Whether the report sheet is open over the list. */
    report: over.valueOf('ver') === 'reporte',
    change,
    filter: ({ tipo: filtro = tipo, ...days }: Partial<Range> & { tipo?: PeriodoTipo }) =>
      change({ ...days, filtro }),
    hrefOfPeriodo: (of: string) => over.hrefOf({ periodo: of }),
    openReport: () => over.open({ ver: 'reporte' }),
    close: over.close,
  }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
