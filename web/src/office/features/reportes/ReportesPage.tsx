import { useLocation, useSearchParams } from 'wouter'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { ScreenSkeleton } from '../../../shell/ScreenSkeleton.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useDocumentEvent } from '../../../ui/useDocumentEvent.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { ExportButtons, ExportProgress } from '../../shared/export/ExportControls.tsx'
import { useExport } from '../../shared/export/useExport.ts'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { ReporteFilters } from './ReporteFilters.tsx'
import { ReporteList } from './ReporteList.tsx'
import { ReporteTabs } from './ReporteTabs.tsx'
import { useReportesAddress } from './useReportesAddress.ts'

const ReporteDialog = lazyDialog(
  async () => (await import('./ReporteDialog.tsx')).ReporteDialog,
  'el reporte',
)
const PeriodoDialog = lazyDialog(
  async () => (await import('./PeriodoDialog.tsx')).PeriodoDialog,
  'el periodo',
)

export function ReportesPage() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const showsDemoras = search.get('vista') === 'demoras'
  const demoras = useLazyModule(
    showsDemoras,
    'las demoras',
    () => import('./DemorasPage.tsx'),
    () => navigate('/reportes', { replace: true }),
  )
  if (!showsDemoras) return <TripsReport />
  return demoras ? <demoras.DemorasPage /> : <ScreenSkeleton />
}

/** The endpoint returns all rows; the page paginates them. */
function TripsReport() {
  const address = useReportesAddress()
  const { tipo, range, cliente_id, ready, opening, endsEarly, periodo, report, close } = address
  const query = { filtro: tipo, ...range, cliente_id }
  const exporting = useExport((kind) => ({
    line: 'GET /api/reportes/exportar',
    query: { ...query, formato: kind === 'excel' ? 'excel' : 'pdf' },
  }))
  const canQuery = ready && !endsEarly
  const answer = useEndpointIf('GET /api/reportes', canQuery ? { query } : null)
  // An empty month does not tell whether the company has any trips.
  const isEmpty = opening && answer.data?.data.length === 0
  const all = useEndpointIf(
    'GET /api/reportes',
    isEmpty && !answer.isPlaceholderData ? { query: { filtro: 'anio' } } : null,
  )
  const noTrips = isEmpty && all.data?.data.length === 0
  const pendingQuery = ready ? isEmpty && !all.data && all : address.config
  const list = pendingQuery
    ? { data: undefined, error: pendingQuery.error, isPlaceholderData: false, refetch: pendingQuery.refetch }
    : answer
  const rows = list.data?.data
  const reportOpen = report && !periodo && !endsEarly && !noTrips && rows !== undefined
  // Over a period's trips Ctrl+P stays the browser's.
  usePrintShortcut(!canQuery || noTrips || periodo ? null : () => exporting.start('print'))
  const isPhone = useIsPhone()
  const exports = (
    <ExportButtons
      labels={{ excel: 'Exportar Excel', pdf: 'Exportar PDF' }}
      exporting={exporting}
      disabled={!canQuery}
    />
  )
  const isCovered = reportOpen || periodo !== ''
  const progress = <ExportProgress exporting={exporting} place={isCovered ? 'footer' : 'page'} />
  return (
    <>
      <PageHeading title="Reportes">
        {!noTrips && (
          <div className="flex flex-wrap gap-3">
            {!isPhone && exports}
            <Button
              look="primary"
              disabled={endsEarly || !rows || list.isPlaceholderData}
              onClick={address.openReport}
            >
              Ver Reporte
            </Button>
          </div>
        )}
      </PageHeading>
      <ReporteTabs current="Viajes" range={range} />
      <ReporteFilters address={address} />
      {endsEarly ? (
        <div className="rounded-ui border border-line bg-card shadow-soft">
          <EmptyState text="Corrige las fechas para ver el reporte." />
        </div>
      ) : (
        <ReporteList address={address} list={list} noTrips={noTrips} />
      )}
      {isPhone && !noTrips && <div className="mt-4 flex gap-3">{exports}</div>}
      {!isCovered && progress}
      {reportOpen && <ReporteDialog {...{ rows, address, exporting, progress }} onClose={close} />}
      {periodo && <PeriodoDialog key={periodo} address={address} progress={progress} onClose={close} />}
    </>
  )
}

/** Runs `print` on Ctrl+P; null leaves the key to the browser. */
function usePrintShortcut(print: (() => void) | null) {
  useDocumentEvent('keydown', (event) => {
    if (!print || event.key !== 'p' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    print()
  })
}
