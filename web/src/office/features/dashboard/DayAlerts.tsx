import { formatInteger } from '@flota/contract/core/format.ts'
import { avisoLimits } from '@flota/contract/system/avisoClases.ts'
import { lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useNow } from '../../../api/useToday.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { openAvisos } from '../../frame/notices/openAvisos.ts'
import { rutasOfDayHref } from './rutasHref.ts'

const linkedClases = ['choque', 'sin_cerrar'] as const
type LinkedClase = (typeof linkedClases)[number]
const hrefOf = (clase: LinkedClase) => `/dashboard?avisos=${clase}`

/** Opens the notices that the address names (`?avisos=`) and removes the parameter. */
function useAvisosParam() {
  const [search, setSearch] = useSearchParams()
  const param = search.get('avisos')
  const clase = linkedClases.find((each) => each === param)
  useEffect(() => {
    if (!clase) return
    openAvisos(clase)
    setSearch({}, { replace: true })
  }, [clase, setSearch])
}

interface DayAlert {
  count: number
  text: string
  href: string
  clase?: LinkedClase
}

interface Props {
  /** The company's date and the summary's day, undefined while loading. */
  hoy: string | undefined
  fecha: string | undefined
  incidentes: number
}

/** Returns the day's problems, undefined until all counts are loaded. */
function useDayAlerts({ hoy, fecha, incidentes }: Props): DayAlert[] | undefined {
  const ahora = useNow()
  // The same query as the board's, so that the board opens from the cache.
  const tablero = usePolledEndpoint(
    'GET /api/tablero',
    fecha ? { query: { fecha: fecha === hoy ? undefined : fecha } } : null,
  ).data?.data
  const resumen = usePolledEndpoint('GET /api/avisos/resumen', {}).data?.data
  if (!fecha || tablero?.fecha !== fecha || !resumen || !ahora) return undefined
  const late = tablero.camiones
    .flatMap(({ rutas }) => rutas)
    .filter(
      ({ estado, desde, hasta }) => lateMinutesOf({ estado, inicio: desde, fin: hasta }, ahora) > 0,
    ).length
  const countText = (count: number, one: string, many = one) =>
    `${formatInteger(count)} ${count === 1 ? one : many}`
  const ofClase = (clase: LinkedClase, one: string, many = one): DayAlert => {
    const count = resumen[clase] ?? 0
    return {
      count,
      text: `${count < avisoLimits.maxCounted ? '' : 'más de '}${formatInteger(Math.min(count, avisoLimits.maxCounted))} ${count === 1 ? one : many}`,
      href: hrefOf(clase),
      clase,
    }
  }
  const day = fecha === hoy ? '' : `fecha=${fecha}&`
  return [
    {
      count: incidentes,
      text: countText(incidentes, 'incidente', 'incidentes'),
      href: rutasOfDayHref(fecha, 'Incidente'),
    },
    { count: late, text: countText(late, 'con retraso'), href: `/tablero?${day}solo=retraso` },
    ofClase('choque', 'choque', 'choques'),
    ofClase('sin_cerrar', 'sin cerrar'),
  ].filter(({ count }) => count > 0)
}

export function DayAlerts(props: Props) {
  useAvisosParam()
  const wrong = useDayAlerts(props)
  const Icon = wrong?.length ? TriangleAlert : CircleCheck
  return (
    <p className="-mt-2 mb-3 flex min-h-9 flex-wrap items-center text-lg font-semibold max-md:min-h-11">
      {!wrong && <Skeleton className="h-5 w-72 max-w-full" />}
      {wrong && (
        <Icon
          aria-hidden="true"
          className={cx('mr-2 size-5 shrink-0', wrong.length > 0 ? 'text-danger' : 'text-good')}
        />
      )}
      {wrong?.length === 0 && 'Todo en orden.'}
      {wrong?.map(({ text, href, clase }, index) => (
        <Fragment key={href}>
          {index > 0 && <span className="whitespace-pre text-muted"> · </span>}
          <Link
            href={href}
            onClick={(event) => {
              if (!clase) return
              event.preventDefault()
              openAvisos(clase)
            }}
            className="inline-flex items-center text-danger hover:underline max-md:min-h-11"
          >
            {text}
          </Link>
        </Fragment>
      ))}
    </p>
  )
}
