import { plazoInWords } from '@flota/contract/core/calendar.ts'
import { daysBetween } from '@flota/contract/core/dates.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import { CalendarClock, FileX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { documentoKey, ownerHref } from '../../shared/documents/documento.ts'
import { EmptyPanel, Headline, maxPanelLines, Panel, type PanelProps } from './Panel.tsx'

/** Returns the first documents that end, the earliest first, and how many there are of each kind. */
function useDueDocumentos() {
  const due = useEndpoint('GET /api/documentos', { query: { plazo: 'atender', porPagina: maxPanelLines } })
  const expired = useEndpoint('GET /api/documentos', { query: { estado: 'vencido', porPagina: 1 } })
  const missing = useEndpoint('GET /api/documentos', { query: { estado: 'falta', porPagina: 1 } })
  const faltan = missing.data?.paginacion.total ?? 0
  return {
    faltan,
    data: due.data &&
      expired.data &&
      missing.data && {
        // What is missing comes last.
        rows: due.data.data.filter(({ estado }) => estado !== 'falta'),
        past: expired.data.paginacion.total,
        total: due.data.paginacion.total - faltan,
      },
    error: due.error ?? expired.error ?? missing.error,
    refetch: () => Promise.all([due.refetch(), expired.refetch(), missing.refetch()]),
  }
}

export function VencimientosPanel() {
  const { faltan, ...answer } = useDueDocumentos()
  return (
    <DueDatesPanel
      title="Licencias y documentos"
      list={{ href: '/vencimientos', label: 'Ver vencimientos' }}
      answer={answer}
      minHeightRem={17}
      errorTitle="Error al cargar los documentos"
      words={{ past: 'Venció', future: 'Vence', late: ['vencido', 'vencidos'], ahead: 'por vencer' }}
      nothing="Nada vence pronto."
      foot={
        faltan > 0 && (
          <Link
            href="/vencimientos?plazo=falta"
            className="mt-2 inline-flex min-h-11 items-center gap-2 font-semibold text-incidente hover:underline"
          >
            <FileX aria-hidden="true" className="size-4.5" />
            {faltan === 1 ? 'Falta 1 documento' : `Faltan ${formatInteger(faltan)} documentos`}
          </Link>
        )
      }
      plazosOf={({ rows, past, total }) => ({
        plazos: rows.map((papel) => ({
          id: documentoKey(papel),
          href: ownerHref(papel),
          name: papel.nombre,
          detail: papel.tipo,
          date: papel.vence ?? '',
          days: papel.dias ?? 0,
        })),
        past,
        total,
      })}
    />
  )
}

export function MantenimientosPanel() {
  const href = '/mantenimientos?estado=Programado'
  return (
    <DueDatesPanel
      title="Mantenimientos"
      list={{ href, label: 'Ver todos' }}
      answer={useEndpoint('GET /api/mantenimientos', {
        query: { estado: 'Programado', orden: 'pendientes' },
      })}
      minHeightRem={18}
      errorTitle="Error al cargar los mantenimientos"
      words={{ past: 'Atrasado', future: 'Toca', late: ['atrasado', 'atrasados'], ahead: 'por hacer' }}
      nothing="No hay mantenimientos programados."
      plazosOf={({ data, total }, hoy) => {
        const plazos = data.map(({ id, camion, descripcion, fecha_programada }) => ({
          id,
          href: `${href}&registro=${id}`,
          name: camion,
          detail: descripcion,
          date: fecha_programada,
          days: daysBetween(hoy, fecha_programada),
        }))
        return { plazos, past: plazos.filter(({ days }) => days < 0).length, total }
      }}
    />
  )
}

interface DueDate {
  id: number | string
  href: string
  name: string
  detail?: string
  date: string
  /** Days left; negative after the date. */
  days: number
}

interface Props<T> extends Omit<PanelProps<T>, 'children'> {
  list: { href: string; label: string }
  words: { past: string; future: string; late: [one: string, many: string]; ahead: string }
  nothing: string
  /** Earliest first; `past` and `total` count also what was not loaded. */
  plazosOf: (data: T, hoy: string) => { plazos: DueDate[]; past: number; total: number }
  /** Shown also without any dates. */
  foot?: ReactNode
}

/** Shows the number of past and future dates and the earliest of them. */
function DueDatesPanel<T>({ words, nothing, plazosOf, foot, ...panel }: Props<T>) {
  return (
    <Panel {...panel}>
      {(data, hoy) => {
        const { plazos, past, total } = plazosOf(data, hoy)
        if (plazos.length === 0)
          return (
            <>
              <EmptyPanel>{nothing}</EmptyPanel>
              {foot}
            </>
          )
        return (
          <>
            <Headline href={panel.list.href}>
              {formatInteger(past)} {words.late[past === 1 ? 0 : 1]} · {formatInteger(total - past)}{' '}
              {words.ahead}
            </Headline>
            <ul className="divide-y divide-line">
              {plazos.slice(0, maxPanelLines).map((plazo) => (
                <DueDateRow key={plazo.id} {...plazo} words={plazoInWords(plazo.days, words)} />
              ))}
            </ul>
            {foot}
          </>
        )
      }}
    </Panel>
  )
}

function DueDateRow({ href, name, detail, date, days, words }: DueDate & { words: string }) {
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
          <span className="text-muted">{formatFecha(date)}</span>
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
