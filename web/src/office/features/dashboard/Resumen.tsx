import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { diaInWords } from '@flota/contract/core/dates.ts'
import { formatMomento } from '@flota/contract/core/format.ts'
import type { Totales } from '@flota/contract/reports/periodos.ts'
import { RefreshCw } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import type { Session } from '../../../api/session.ts'
import { canOpen, type Section } from '../../../shell/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { StatCards } from '../../shared/stats/StatCards.tsx'
import { DayAlerts } from './DayAlerts.tsx'
import { PrimerosPasos } from './PrimerosPasos.tsx'
import { rutasOfDayHref } from './rutasHref.ts'
import { type DiaReciente, ViajesTable } from './ViajesTable.tsx'

/** Shows today's trips; without trips today, the latest day that has some. */
export function Resumen({ session, hints }: { session: Session; hints: readonly Section[] }) {
  const answer = usePolledEndpoint('GET /api/rutas/recientes', { query: { dias: 1, horas: 'si' } })
  const { data, error, isFetching, dataUpdatedAt, refetch } = answer
  const hoy = data?.data.hoy
  const day = data?.data.rutasPorFecha[0]
  const refresh = () => void refetch()
  const empty = data !== undefined && day === undefined
  return (
    <>
      <PageHeading title="Resumen del día">
        <p className="min-h-6 flex-1 text-muted max-md:basis-full">
          {hoy && <ShownDay hoy={hoy} day={day?.fecha} />}
        </p>
        <Freshness
          read={data && dataUpdatedAt}
          failed={error !== null}
          busy={isFetching}
          onRefresh={refresh}
        />
      </PageHeading>
      {/* Pilots have neither board nor notices. */}
      {canOpen(session, '/tablero') && !error && (
        <DayAlerts hoy={hoy} fecha={day?.fecha ?? hoy} incidentes={day?.resumen.incidentes ?? 0} />
      )}
      {error && (
        <div className="mb-4">
          <LoadError title="Error al cargar las rutas" query={answer} />
        </div>
      )}
      {!data && !error && <Loading label="Cargando el resumen del día…" />}
      {(data ?? !error) && (
        <StatCards
          totals={data && toTotales(day?.resumen)}
          hrefOf={(estado) => rutasOfDayHref(day?.fecha ?? hoy ?? '', estado)}
          withIncome={session.rol_nombre !== 'piloto'}
        />
      )}
      <SectionLinks hints={hints} />
      {empty && (
        <PrimerosPasos empty placeholder={<ViajesTable hoy={undefined} dia={undefined} />}>
          <div className="mt-4 rounded-ui border border-line bg-card shadow-soft">
            <EmptyState
              text="Todavía no hay viajes. Aquí aparecen los del día en cuanto se asignan."
              action={
                canOpen(session, '/ingresar-ruta') && (
                  <Link href="/ingresar-ruta" className={buttonClass()}>
                    + Ingresar Ruta
                  </Link>
                )
              }
            />
          </div>
        </PrimerosPasos>
      )}
      {!empty && (data ?? !error) && <ViajesTable hoy={hoy} dia={day} />}
    </>
  )
}

const toTotales = (resumen?: DiaReciente['resumen']): Totales => ({
  total_rutas: resumen?.total ?? 0,
  rutas_pendientes: resumen?.pendientes ?? 0,
  rutas_en_curso: resumen?.en_curso ?? 0,
  rutas_entregadas: resumen?.entregadas ?? 0,
  rutas_incidentes: resumen?.incidentes ?? 0,
  ingresos_totales: resumen?.ingresos ?? 0,
})

/** Warns if the figures are of another day. */
function ShownDay({ hoy, day }: { hoy: string; day: string | undefined }) {
  if (day === undefined || day === hoy)
    return <span className="block first-letter:uppercase">{fechaInWords(hoy)}</span>
  const dia = diaInWords(day, hoy)
  return (
    <strong className="text-ink">
      Hoy todavía no hay viajes: lo que ves es {dia === 'ayer' ? 'de ayer' : `del ${dia}`}.
    </strong>
  )
}

interface FreshnessProps {
  /** When the data was loaded, in ms by the browser's clock. */
  read: number | undefined
  failed: boolean
  busy: boolean
  onRefresh: () => void
}

function Freshness({ read, failed, busy, onRefresh }: FreshnessProps) {
  const config = useConfig()
  const [, clock] = config && read ? formatMomento(new Date(read).toISOString(), config.zona).split(' ') : []
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 max-md:w-full">
      {clock && (
        <p className={cx('max-md:mr-auto', failed ? 'font-semibold text-danger' : 'text-muted')}>
          {failed ? `No se pudo actualizar: lo que ves es de las ${clock}` : `Actualizado a las ${clock}`}
        </p>
      )}
      <Button busy={busy} onClick={onRefresh}>
        <RefreshCw aria-hidden="true" className="size-5" />
        Actualizar
      </Button>
    </div>
  )
}

function SectionLinks({ hints }: { hints: readonly Section[] }) {
  const id = useId()
  if (hints.length === 0) return null
  return (
    <nav
      aria-labelledby={id}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui border border-line bg-card p-3 pl-4 shadow-soft"
    >
      <h2 id={id} className="font-semibold">
        Secciones Disponibles
      </h2>
      <ul className="flex flex-wrap gap-2">
        {hints.map(({ page, label, Icon }) => (
          <li key={page}>
            <Link href={page} className={buttonClass()}>
              <Icon aria-hidden="true" className="size-5" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
