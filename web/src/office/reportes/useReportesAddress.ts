import { isPeriodo } from '@flota/contract/calendario.ts'
import { useEndpointWhile } from '../../api/cache/queries.ts'
import { useToday } from '../../api/useToday.ts'
import type { Filters } from '../../list/filters.ts'
import { useListAddress } from '../../list/useListAddress.ts'
import { useOver } from '../../list/useOver.ts'
import { esteMes, type Range } from './presets.ts'
import { tipoWords } from './sentences.ts'

const filters = {
  // Its default is none, so that an address of all days says so and is not the opening one.
  filtro: { kind: 'words', label: 'Tipo', words: { '': '', ...tipoWords }, aliases: { año: 'anio' } },
  fechaInicio: { kind: 'day', label: 'Fecha Inicio' },
  fechaFin: { kind: 'day', label: 'Fecha Fin' },
} as const satisfies Filters

/** contract.md section 10. */
const pageSizes = { sizes: [5, 10, 20, 50, 100], usual: 10 }

const always: Range = { fechaInicio: '', fechaFin: '' }

/** The report's address: kind, range, page, and what is open over it. One that says nothing is this month by day. */
export function useReportesAddress() {
  const { values, change, ...paging } = useListAddress(filters, pageSizes)
  const over = useOver('periodo', 'ver')
  const { filtro, ...said } = values
  const opening = Object.values(values).every((value) => value === '')
  const today = useToday()
  // The shared date says nothing of its failure, and tries again only with the next minute.
  const config = useEndpointWhile('GET /api/config', opening && today === undefined ? {} : null)
  const hoy = today ?? config.data?.data.hoy
  const tipo = filtro || 'dia'
  const range = opening ? (hoy ? esteMes(hoy) : always) : said
  const { fechaInicio, fechaFin } = range
  const periodo = over.valueOf('periodo')
  return {
    ...paging,
    tipo,
    ...range,
    range,
    /** False until the server has said which month this is. */
    ready: !opening || hoy !== undefined,
    /** What `ready` waits for. */
    config,
    hoy,
    /** The address names neither kind nor dates. */
    opening,
    /** An invalid range, with nothing to ask for. */
    endsEarly: fechaInicio !== '' && fechaFin !== '' && fechaFin < fechaInicio,
    /** The period whose trips are open, or empty. */
    periodo: isPeriodo(periodo) ? periodo : '',
    /** Whether the report sheet is open over the list. */
    report: over.valueOf('ver') === 'reporte',
    change,
    /** Changes a date; the other one and the kind stay as they are shown. */
    filter: (days: Partial<Range>) => change({ filtro: tipo, ...range, ...days }),
    hrefOfPeriodo: (of: string) => over.hrefOf({ periodo: of }),
    openReport: () => over.open({ ver: 'reporte' }),
    close: over.close,
  }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
