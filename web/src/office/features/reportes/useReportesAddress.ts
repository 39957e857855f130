import { isPeriodo } from '@flota/contract/calendar.ts'
import { calls } from '@flota/contract/calls.ts'
import { fullName } from '@flota/contract/format.ts'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { useOverlayParam } from '../../../list/useOverlayParam.ts'
import { type Range, thisMonthRange } from './presets.ts'
import { reporteTipoWords } from './reporteTexts.ts'

const filters = {
  // Its default is none, so that an address of all days says so and is not the opening one.
  filtro: { kind: 'words', label: 'Tipo', words: { '': '', ...reporteTipoWords }, aliases: { año: 'anio' } },
  fechaInicio: { kind: 'day', label: 'Fecha Inicio' },
  fechaFin: { kind: 'day', label: 'Fecha Fin' },
  cliente_id: { kind: 'record', of: 'clientes', label: 'Cliente', all: 'Todos los clientes' },
} as const satisfies Filters

/** Page sizes of docs/contract/screens.md. */
export const reportePageSizes = { sizes: [5, 10, 20, 50, 100], defaultSize: 10 }

const allDates: Range = { fechaInicio: '', fechaFin: '' }

/** The report's address: kind, range, page, and what is open over it. One that says nothing is this month by day. */
export function useReportesAddress() {
  const { values, change, ...paging } = useListAddress(filters, reportePageSizes)
  const over = useOverlayParam('periodo', 'ver')
  const { filtro, cliente_id, ...said } = values
  const opening = Object.values(values).every((value) => value === '')
  const today = useToday()
  // The shared date says nothing of its failure, and tries again only with the next minute.
  const config = useEndpointIf('GET /api/config', opening && today === undefined ? {} : null)
  const hoy = today ?? config.data?.data.hoy
  const tipo = filtro || 'dia'
  const range = opening ? (hoy ? thisMonthRange(hoy) : allDates) : said
  const { fechaInicio, fechaFin } = range
  const periodo = over.valueOf('periodo')
  return {
    ...paging,
    tipo,
    ...range,
    range,
    ...useClienteFilter(cliente_id),
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
    /** Changes a date or the client; all else stays as it is shown. */
    filter: (some: Partial<Range & { cliente_id: string }>) => change({ filtro: tipo, ...range, ...some }),
    hrefOfPeriodo: (of: string) => over.hrefOf({ periodo: of }),
    openReport: () => over.open({ ver: 'reporte' }),
    close: over.close,
  }
}

/** Whose trips alone count: empty for all. Its name, for who may read clients and may choose one. */
function useClienteFilter(cliente_id: string) {
  const mayChooseCliente = usePermission()(calls['GET /api/clientes'])
  const chosen = useEndpointIf(
    'GET /api/clientes/:id',
    cliente_id && mayChooseCliente ? { params: { id: cliente_id } } : null,
  ).data?.data
  return {
    cliente_id,
    mayChooseCliente,
    cliente: chosen && fullName(chosen.nombre, chosen.apellido),
  }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
