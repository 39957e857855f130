import { addDays } from '@flota/contract/core/dates.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { avisoLimits } from '@flota/contract/system/avisoClases.ts'
import { lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import type { Tablero } from '@flota/contract/trips/tablero.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Fragment, useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useNow } from '../../../api/useToday.ts'
import { overlapsOf } from '../../../trip/office/overlaps.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { type AvisosResumen, openAvisos } from '../../frame/notices/openAvisos.ts'
import { rutasHref, rutasOfDayHref } from './rutasHref.ts'

const linkedViews = ['todos', 'choque', 'sin_cerrar'] as const
type LinkedView = (typeof linkedViews)[number]
const hrefOf = (view: LinkedView) => `/dashboard?avisos=${view}`

/** Opens the notices that the address names (`?avisos=`) and removes the parameter. */
function useAvisosParam() {
  const [search, setSearch] = useSearchParams()
  const param = search.get('avisos')
  const view = linkedViews.find((each) => each === param)
  useEffect(() => {
    if (!view) return
    openAvisos(view)
    setSearch({}, { replace: true })
  }, [view, setSearch])
}

interface AlertLink {
  text: string
  href: string
  /** Opens the notices instead of the page. */
  view?: LinkedView
}

interface DayAlert {
  count: number
  /** Null shows the count alone. */
  link: AlertLink | null
  text: string
  more?: AlertLink | undefined
}

interface Props {
  /** The company's date and the summary's day, undefined while loading. */
  hoy: string | undefined
  fecha: string | undefined
  incidentes: number
}

const countText = (count: number, one: string, many = one) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`

/** Says 'más de' if the server stopped counting the class at `counted`. */
const noticeCount = (count: number, counted = count) =>
  `${counted < avisoLimits.maxCounted ? '' : 'más de '}${formatInteger(count)}`

interface Overlaps {
  /** Number of pairs on the board of the day. */
  onBoard: number
  /** Number of all notices, and number of notices whose trips are not on the board. */
  notices: number
  others: number
}

/** Returns undefined while loading. */
function useOverlaps(tablero: Tablero | undefined, resumen: AvisosResumen | undefined): Overlaps | undefined {
  const ahora = useNow()
  const pairs = useMemo(() => (tablero && ahora ? overlapsOf(tablero, ahora) : undefined), [tablero, ahora])
  const notices = resumen?.choque ?? 0
  const needsList = notices > 0 && pairs !== undefined && pairs.size > 0
  const list = usePolledEndpoint('GET /api/avisos', needsList ? { query: { clase: 'choque' } } : null)
  const listed = needsList ? list.data?.data : []
  if (!pairs || (!listed && !list.error)) return undefined
  const shared = listed?.filter(({ id }) => pairs.has(id)).length ?? notices
  return { onBoard: pairs.size, notices, others: notices - shared }
}

/** Returns the day's problems, undefined until all counts are loaded. */
function useDayAlerts({ hoy, fecha, incidentes }: Props): DayAlert[] | undefined {
  const ahora = useNow()
  // The same query as the board's, so that the board opens from the cache.
  const board = usePolledEndpoint(
    'GET /api/tablero',
    fecha ? { query: { fecha: fecha === hoy ? undefined : fecha } } : null,
  ).data?.data
  const tablero = board?.fecha === fecha ? board : undefined
  const resumen = usePolledEndpoint('GET /api/avisos/resumen', {}).data?.data
  const overlaps = useOverlaps(tablero, resumen)
  if (!fecha || !tablero || !resumen || !ahora || !overlaps) return undefined
  const late = tablero.camiones
    .flatMap(({ rutas }) => rutas)
    .filter(
      ({ estado, desde, hasta }) => lateMinutesOf({ estado, inicio: desde, fin: hasta }, ahora) > 0,
    ).length
  const day = fecha === hoy ? '' : `fecha=${fecha}&`
  const { sin_cerrar = 0 } = resumen
  return [
    alert(incidentes, countText(incidentes, 'incidente', 'incidentes'), rutasOfDayHref(fecha, 'Incidente')),
    alert(late, countText(late, 'con retraso'), `/tablero?${day}solo=retraso`),
    overlapAlert(overlaps, `/tablero?${day}solo=choques`),
    alert(sin_cerrar, `${noticeCount(sin_cerrar)} sin cerrar`, hrefOf('sin_cerrar'), 'sin_cerrar'),
  ].filter(({ count }) => count > 0)
}

const alert = (count: number, text: string, href: string, view?: LinkedView): DayAlert => ({
  count,
  text,
  link: { text, href, ...(view && { view }) },
})

function overlapAlert({ onBoard, notices, others }: Overlaps, href: string): DayAlert {
  const text = countText(onBoard, 'traslape', 'traslapes')
  const inWords = `y ${noticeCount(others, notices)} en otros días`
  return {
    count: onBoard + others,
    text,
    link: onBoard > 0 ? { text, href } : null,
    ...(others > 0 && { more: { text: inWords, href: hrefOf('choque'), view: 'choque' } }),
  }
}

export function DayAlerts(props: Props) {
  useAvisosParam()
  const wrong = useDayAlerts(props)
  const Icon = wrong?.length ? TriangleAlert : CircleCheck
  return (
    <div className="-mt-2 mb-3 flex flex-wrap items-center gap-x-6">
      <p className="flex min-h-9 flex-wrap items-center text-lg font-semibold max-md:min-h-11">
        {!wrong && <Skeleton className="h-5 w-72 max-w-full" />}
        {wrong && (
          <Icon
            aria-hidden="true"
            className={cx('mr-2 size-5 shrink-0', wrong.length > 0 ? 'text-danger' : 'text-good')}
          />
        )}
        {wrong?.length === 0 && 'Todo en orden.'}
        {wrong?.map(({ text, link, more }, index) => (
          <Fragment key={text}>
            {index > 0 && <span className="whitespace-pre text-muted"> · </span>}
            {link ? <ProblemLink {...link} /> : text}
            {more && (
              <>
                <span className="whitespace-pre"> </span>
                <ProblemLink {...more} />
              </>
            )}
          </Fragment>
        ))}
      </p>
      <UnderWaySinceBefore hoy={props.hoy} />
    </div>
  )
}

function ProblemLink({ text, href, view }: AlertLink) {
  return (
    <Link
      href={href}
      onClick={(event) => {
        if (!view) return
        event.preventDefault()
        openAvisos(view)
      }}
      className="inline-flex items-center text-danger hover:underline max-md:min-h-11"
    >
      {text}
    </Link>
  )
}

/** Counts the trips under way that began on an earlier day. */
function UnderWaySinceBefore({ hoy }: { hoy: string | undefined }) {
  const filter = hoy && ({ estado: 'En curso', hasta: addDays(hoy, -1) } as const)
  const page = usePolledEndpoint('GET /api/rutas', filter ? { query: { ...filter, porPagina: 1 } } : null)
  const { total = 0, exacto } = page.data?.paginacion ?? {}
  if (!filter || total === 0) return null
  return (
    <Link
      href={rutasHref(filter)}
      className="inline-flex min-h-9 items-center text-link hover:underline max-md:min-h-11"
    >
      En camino desde antes: {exacto === false && 'más de '}
      {formatInteger(total)}
    </Link>
  )
}
