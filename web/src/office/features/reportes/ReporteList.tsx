import { noDataText } from '@flota/contract/reports/periodos.ts'
import { Link } from 'wouter'
import type { AnswerOf } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { ListCard } from '../../../list/ListCard.tsx'
import { toListState } from '../../../list/toListState.ts'
import { canOpen } from '../../../shell/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { ReporteChart } from './ReporteChart.tsx'
import { ReporteTable } from './ReporteTable.tsx'
import { reportTitle, shownRowsSentence } from './reporteTexts.ts'
import type { ReportesAddress } from './useReportesAddress.ts'

interface Props {
  address: ReportesAddress
  list: {
    data: AnswerOf<'GET /api/reportes'> | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => Promise<unknown>
  }
  /** The company has no trips at all. */
  noTrips: boolean
}

export function ReporteList({ address, list, noTrips }: Props) {
  const { tipo, range, pagina, porPagina, filter, hrefOfPeriodo } = address
  const { data, error, isPlaceholderData } = list
  const all = data?.data
  const total = all?.length ?? 0
  return (
    <>
      {(all ? total > 0 : !error) && (
        // Dims the previous figures until the new ones arrive.
        <div aria-busy={isPlaceholderData} className={cx('mb-4', isPlaceholderData && 'opacity-50')}>
          {all ? (
            <ReporteChart rows={all} range={range} title={reportTitle(tipo, range)} />
          ) : (
            <ChartSkeleton />
          )}
        </div>
      )}
      <ListCard
        tools={<h2 className="text-lg font-bold">Reporte Histórico</h2>}
        address={address}
        list={toListState(list, address)}
        loading="Cargando reportes…"
        errorTitle="Error al cargar los reportes"
        empty={
          noTrips ? (
            <NoTrips />
          ) : (
            <EmptyState
              text={noDataText}
              action={
                (range.fechaInicio || range.fechaFin) && (
                  <Button onClick={() => filter({ fechaInicio: '', fechaFin: '' })}>
                    Ver todas las fechas
                  </Button>
                )
              }
            />
          )
        }
        sentence={all ? shownRowsSentence(pagina, porPagina, total) : ''}
      >
        {(rows) => <ReporteTable {...rows} all={all ?? []} hrefOf={hrefOfPeriodo} />}
      </ListCard>
    </>
  )
}

function NoTrips() {
  const session = useSession()
  return (
    <EmptyState
      text={noDataText}
      action={
        <>
          <p className="text-pretty">Todavía no hay viajes. El reporte empieza con el primero.</p>
          {session && canOpen(session, '/ingresar-ruta') && (
            <Link href="/ingresar-ruta" className={buttonClass('primary')}>
              + Ingresar Ruta
            </Link>
          )}
        </>
      }
    />
  )
}

/** As high as the chart, so that the layout does not jump. */
function ChartSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid h-116 content-start gap-3 overflow-hidden rounded-ui border border-line bg-card p-4 shadow-soft md:h-104 xl:h-71.5"
    >
      <Skeleton className="w-48" />
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="h-28 rounded-ui" />
      <Skeleton className="h-14 rounded-ui" />
    </div>
  )
}
