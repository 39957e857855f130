import { sinDatos } from '@flota/contract/periodos.ts'
import type { useEndpointWhile } from '../../api/cache/queries.ts'
import { ListCard } from '../../list/ListCard.tsx'
import { listOf } from '../../list/listOf.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReporteChart } from './ReporteChart.tsx'
import { ReporteTable } from './ReporteTable.tsx'
import { reportTitle, shownSentence } from './sentences.ts'
import type { ReportesAddress } from './useReportesAddress.ts'

interface Props {
  address: ReportesAddress
  list: ReturnType<typeof useEndpointWhile<'GET /api/reportes'>>
}

/** Chart and table: loading, empty, failed or full. */
export function ReporteList({ address, list }: Props) {
  const { tipo, range, pagina, porPagina, filter, hrefOfPeriodo } = address
  const { data, error, isPlaceholderData } = list
  const all = data?.data
  const total = all?.length ?? 0
  return (
    <>
      {(all ? total > 0 : !error) && (
        // The figures are the previous ones until the requested ones arrive.
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
        list={listOf(list, address)}
        loading="Cargando reportes…"
        failed="Error al cargar los reportes"
        empty={
          <EmptyState
            text={sinDatos}
            action={
              (range.fechaInicio || range.fechaFin) && (
                <Button onClick={() => filter({ fechaInicio: '', fechaFin: '' })}>
                  Ver todas las fechas
                </Button>
              )
            }
          />
        }
        sentence={all ? shownSentence(pagina, porPagina, total) : ''}
      >
        {(rows) => <ReporteTable {...rows} all={all ?? []} hrefOf={hrefOfPeriodo} />}
      </ListCard>
    </>
  )
}

/** As high as the chart, so that nothing jumps. */
function ChartSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid h-122 content-start gap-4 rounded-ui border border-line bg-card p-4 shadow-soft max-md:h-157"
    >
      <Skeleton className="w-48" />
      <Skeleton className="h-7 w-72 max-w-full" />
      <Skeleton className="mt-10 h-44 rounded-ui" />
      <Skeleton className="h-24 rounded-ui" />
    </div>
  )
}
