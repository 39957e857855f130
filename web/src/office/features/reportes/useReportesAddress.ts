import { isPeriodo } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { fullName } from '@flota/contract/core/format.ts'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { useOverlayParam } from '../../../list/useOverlayParam.ts'
import { type Range, thisMonthRange } from './presets.ts'
import { reporteTipoWords } from './reporteTexts.ts'

const filters = {
  // No default, so that an address without dates differs from the opening one.
  filtro: { kind: 'words', label: 'Tipo', words: { '': '', ...reporteTipoWords }, aliases: { año: 'anio' } },
  fechaInicio: { kind: 'day', label: 'Fecha Inicio' },
  fechaFin: { kind: 'day', label: 'Fecha Fin' },
  cliente_id: { kind: 'record', of: 'clientes', label: 'Cliente', all: 'Todos los clientes' },
} as const satisfies Filters

/** Page sizes of docs/contract/screens.md. */
export const reportePageSizes = { sizes: [5, 10, 20, 50, 100], defaultSize: 10 }

const allDates: Range = { fechaInicio: '', fechaFin: '' }

/** Returns the report's state from the address. An empty address means the current month by day. */
export function useReportesAddress() {
  const { values, change, ...paging } = useListAddress(filters, reportePageSizes)
  const over = useOverlayParam('periodo', 'ver')
  const { filtro, cliente_id, ...dates } = values
  const opening = Object.values(values).every((value) => value === '')
  const today = useToday()
  // useToday hides its errors and retries after a minute only, so this query offers the retry.
  const config = useEndpointIf('GET /api/config', opening && today === undefined ? {} : null)
  const hoy = today ?? config.data?.data.hoy
  const tipo = filtro || 'dia'
  const range = opening ? (hoy ? thisMonthRange(hoy) : allDates) : dates
  const { fechaInicio, fechaFin } = range
  const periodo = over.valueOf('periodo')
  return {
    ...paging,
    tipo,
    ...range,
    range,
    ...useClienteFilter(cliente_id),
    /** False until today is known. */
    ready: !opening || hoy !== undefined,
    /** The query that `ready` depends on. */
    config,
    hoy,
    /** The address has neither type nor dates. */
    opening,
    endsEarly: fechaInicio !== '' && fechaFin !== '' && fechaFin < fechaInicio,
    /** The period whose trips are open, or ''. */
    periodo: isPeriodo(periodo) ? periodo : '',
    report: over.valueOf('ver') === 'reporte',
    change,
    /** Changes a date or the client and keeps the rest as shown. */
    filter: (some: Partial<Range & { cliente_id: string }>) => change({ filtro: tipo, ...range, ...some }),
    hrefOfPeriodo: (of: string) => over.hrefOf({ periodo: of }),
    openReport: () => over.open({ ver: 'reporte' }),
    close: over.close,
  }
}

/** Returns the client filter, and the client's name for users who may read clients. */
function useClienteFilter(cliente_id: string) {
  const mayChooseCliente = usePermission()(calls['GET /api/clientes'])
  const chosen = useEndpointIf(
    'GET /api/clientes/:id',
    cliente_id && mayChooseCliente ? { params: { id: cliente_id } } : null,
  ).data?.data
  return { cliente_id, mayChooseCliente, cliente: chosen && fullName(chosen.nombre, chosen.apellido) }
}

export type ReportesAddress = ReturnType<typeof useReportesAddress>
