import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha, formatHora, stripRutaPrefix } from '@flota/contract/core/format.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ApiError } from '../../../api/ApiError.ts'
import { useEndpoint, useEndpointIf } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import { withId } from '../../../shell/paths.ts'
import { ViajeEstado } from '../../../trip/EstadoBadge.tsx'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { clienteOf, pilotoOf } from '../../../trip/tripTexts.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { EstadoMantenimiento } from '../detail/EstadoMantenimiento.tsx'
import { DocumentoMark } from '../documents/EstadoDocumento.tsx'
import { LoadingLines } from '../LoadingLines.tsx'
import { EstadoPlan } from '../planes/planColumns.tsx'
import { planHref, planText } from '../planes/planTexts.ts'

const maxLines = 3

/** What comes next for a truck: its trips, what is due in the workshop, and papers that need attention. */
export function CamionNextTab({ camion_id }: { camion_id: number }) {
  const may = usePermission()
  return (
    <div className="grid gap-x-8 gap-y-6 xl:grid-cols-3">
      {may(calls['GET /api/rutas']) && <NextTrips camion_id={camion_id} />}
      <Workshop camion_id={camion_id} />
      <Papers camion_id={camion_id} />
    </div>
  )
}

interface SectionProps {
  title: string
  query: { error: ApiError | null; refetch: () => Promise<unknown> }
  /** Undefined while loading. */
  lines: readonly ReactNode[] | undefined
  empty: string
}

function Section({ title, query, lines, empty }: SectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 border-b border-line pb-1 text-sm font-semibold text-muted">{title}</h3>
      <LoadError title={`Error al cargar: ${title}`} query={query} />
      {!lines && !query.error && (
        <LoadingLines label="Cargando…" widths={['w-2/3', 'w-1/2']} className="gap-3 py-2" />
      )}
      {lines?.length === 0 && <p className="py-2 text-muted">{empty}</p>}
      <ul className="divide-y divide-line">{lines}</ul>
    </section>
  )
}

interface LineProps {
  href: string | undefined
  title: string
  notes: readonly string[]
  estado: ReactNode
}

function Line({ href, title, notes, estado }: LineProps) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {href === undefined ? (
          <span className="font-semibold">{title}</span>
        ) : (
          <Link
            href={href}
            className="font-semibold text-link hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {title}
          </Link>
        )}
        {notes.map((note) => (
          <p key={note} className="text-sm text-muted">
            {note}
          </p>
        ))}
      </div>
      {estado}
    </li>
  )
}

function NextTrips({ camion_id }: { camion_id: number }) {
  const hoy = useToday()
  const { detail } = useViajeAccess()
  const query = { camion_id, orden: 'antiguas', horas: 'si', pagina: 1, porPagina: maxLines } as const
  const running = useEndpoint('GET /api/rutas', { query: { ...query, estado: 'En curso' } })
  const waiting = useEndpointIf(
    'GET /api/rutas',
    hoy === undefined ? null : { query: { ...query, estado: 'Pendiente', desde: hoy } },
  )
  const rows = running.data && waiting.data && [...running.data.data, ...waiting.data.data].slice(0, maxLines)
  return (
    <Section
      title="Próximos viajes"
      query={running.error ? running : waiting}
      lines={rows?.map((ruta) => (
        <Line
          key={ruta.id}
          href={detail ? withId('/mostrar-ruta/:id', ruta.id) : undefined}
          title={`${stripRutaPrefix(ruta.no_ruta)} · ${clienteOf(ruta)}`}
          notes={[
            `${ruta.origen} → ${ruta.destino}`,
            `${fechaInWords(ruta.fecha).split(',')[0]} ${formatFecha(ruta.fecha)} ${formatHora(ruta.hora)} · ${pilotoOf(ruta)}`,
          ]}
          estado={<ViajeEstado ruta={ruta} />}
        />
      ))}
      empty="No tiene viajes por hacer."
    />
  )
}

const isOpen = ({ estado }: { estado: string }) => estado === 'Programado' || estado === 'En proceso'

function Workshop({ camion_id }: { camion_id: number }) {
  const hoy = useToday()
  const seesPlanes = usePermission()(calls['GET /api/planes'])
  const mantenimientos = useEndpoint('GET /api/mantenimientos', {
    query: { camion_id, orden: 'pendientes' },
  })
  const planes = useEndpointIf(
    'GET /api/planes',
    seesPlanes ? { query: { camion_id, pagina: 1, porPagina: maxLines } } : null,
  )
  const works = mantenimientos.data?.data.filter(isOpen).slice(0, maxLines)
  const due = seesPlanes ? planes.data?.data.filter(({ estado }) => estado !== 'inactivo') : []
  return (
    <Section
      title="En el taller"
      query={mantenimientos.error ? mantenimientos : planes}
      lines={
        works &&
        due && [
          ...works.map((row) => (
            <Line
              key={`m${row.id}`}
              href={withId('/ver-mantenimiento/:id', row.id)}
              title={row.descripcion}
              notes={[`Programado para el ${formatFecha(row.fecha_programada)}`]}
              estado={<EstadoMantenimiento mantenimiento={row} hoy={hoy} />}
            />
          )),
          ...due.map((plan) => (
            <Line
              key={`p${plan.id}`}
              href={planHref(plan.id)}
              title={plan.nombre}
              notes={[`Plan · ${planText(plan)}`]}
              estado={<EstadoPlan plan={plan} />}
            />
          )),
        ]
      }
      empty="Nada pendiente en el taller."
    />
  )
}

function Papers({ camion_id }: { camion_id: number }) {
  const papeles = useEndpoint('GET /api/documentos', {
    query: { entidad: 'camiones', entidad_id: camion_id },
  })
  const rows = papeles.data?.data.filter(({ estado }) => estado !== 'vigente')
  const next = papeles.data?.data
    .flatMap(({ vence, estado }) => (vence !== null && estado === 'vigente' ? [vence] : []))
    .toSorted()[0]
  return (
    <Section
      title="Papeles por atender"
      query={papeles}
      lines={rows?.map((papel) => (
        <Line
          key={papel.tipo_id ?? papel.tipo}
          href={`/vencimientos?entidad=camiones&entidad_id=${camion_id}`}
          title={papel.tipo}
          notes={papel.vence === null ? [] : [`Hasta el ${formatFecha(papel.vence)}`]}
          estado={<DocumentoMark estado={papel.estado} />}
        />
      ))}
      empty={
        next === undefined
          ? 'Ningún papel por atender.'
          : `Todo al día. El primero en vencer es del ${formatFecha(next)}.`
      }
    />
  )
}
