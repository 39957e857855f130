import { plazoInWords } from '@flota/contract/calendario.ts'
import { daysBetween } from '@flota/contract/dias.ts'
import { entero, fecha, nombreCompleto } from '@flota/contract/format.ts'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../api/cache/queries.ts'
import { withId } from '../../paths.ts'
import { Badge, badgeColors } from '../../ui/Badge.tsx'
import { daysAhead, toRenew } from '../parts/plazos.ts'
import { fewLines, Headline, Nothing, Panel, type PanelProps } from './Panel.tsx'

/** Licences that have expired or soon will; the pilots are those whose licence ends first. */
export function LicenciasPanel() {
  return (
    <PlazosPanel
      title="Licencias por renovar"
      list={{ href: '/choferes?orden=vencimiento', label: 'Ver pilotos' }}
      answer={useEndpoint('GET /api/choferes', { query: { orden: 'vencimiento', porPagina: 100 } })}
      room={17}
      failed="Error al cargar los choferes"
      words={{ past: 'Venció', future: 'Vence', late: ['vencida', 'vencidas'], ahead: 'por vencer' }}
      nothing={`Ninguna licencia vence en los próximos ${daysAhead} días.`}
      plazosOf={({ data, paginacion }, hoy) => {
        const found = toRenew(data, hoy)
        return {
          plazos: found.map(({ chofer, days }) => ({
            id: chofer.id,
            href: withId('/mostrar-choferes/:id', chofer.id),
            name: nombreCompleto(chofer.nombre, chofer.apellido),
            date: chofer.vencimiento ?? '',
            days,
          })),
          total: found.length,
          note: found.length < paginacion.total && found.length === data.length && (
            <p className="mt-2 text-sm text-muted">
              Hay más: solo se cuentan las primeras {entero(found.length)}.
            </p>
          ),
        }
      }}
    />
  )
}

/** Maintenance that is planned and not done, the overdue first. */
export function MantenimientosPanel() {
  const href = '/mantenimientos?estado=Programado'
  return (
    <PlazosPanel
      title="Mantenimientos"
      list={{ href, label: 'Ver todos' }}
      answer={useEndpoint('GET /api/mantenimientos', {
        query: { estado: 'Programado', orden: 'pendientes' },
      })}
      room={18}
      failed="Error al cargar los mantenimientos"
      words={{ past: 'Atrasado', future: 'Toca', late: ['atrasado', 'atrasados'], ahead: 'por hacer' }}
      nothing="No hay mantenimientos programados."
      plazosOf={({ data, total }, hoy) => ({
        plazos: data.map(({ id, camion, descripcion, fecha_programada }) => ({
          id,
          href: `${href}&registro=${id}`,
          name: camion,
          detail: descripcion,
          date: fecha_programada,
          days: daysBetween(hoy, fecha_programada),
        })),
        total,
      })}
    />
  )
}

interface Plazo {
  id: number
  href: string
  name: string
  detail?: string
  date: string
  /** Days left; negative once past. */
  days: number
}

interface Props<T> extends Omit<PanelProps<T>, 'children'> {
  list: { href: string; label: string }
  words: { past: string; future: string; late: [one: string, many: string]; ahead: string }
  nothing: string
  /** Oldest first; `total` counts those that were not read too. */
  plazosOf: (data: T, hoy: string) => { plazos: Plazo[]; total: number; note?: ReactNode }
}

/** How many dates are past and to come, and the first of them. */
function PlazosPanel<T>({ words, nothing, plazosOf, ...panel }: Props<T>) {
  return (
    <Panel {...panel}>
      {(data, hoy) => {
        const { plazos, total, note } = plazosOf(data, hoy)
        if (plazos.length === 0) return <Nothing>{nothing}</Nothing>
        const past = plazos.filter(({ days }) => days < 0).length
        return (
          <>
            <Headline href={panel.list.href}>
              {entero(past)} {words.late[past === 1 ? 0 : 1]} · {entero(total - past)} {words.ahead}
            </Headline>
            <ul className="divide-y divide-line">
              {plazos.slice(0, fewLines).map((plazo) => (
                <Line key={plazo.id} {...plazo} words={plazoInWords(plazo.days, words)} />
              ))}
            </ul>
            {note}
          </>
        )
      }}
    </Panel>
  )
}

function Line({ href, name, detail, date, days, words }: Plazo & { words: string }) {
  const past = days < 0
  return (
    <li>
      <Link
        href={href}
        className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-ui px-2 py-1.5 hover:bg-sunken"
      >
        <span className="grid min-w-0 flex-1 basis-44">
          <span className="font-semibold wrap-anywhere">{name}</span>
          {detail && <span className="text-sm text-muted wrap-anywhere">{detail}</span>}
        </span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted">{fecha(date)}</span>
          <Badge
            Icon={past ? TriangleAlert : CalendarClock}
            color={past ? badgeColors.red : badgeColors.yellow}
          >
            {words}
          </Badge>
        </span>
      </Link>
    </li>
  )
}
