import { mostAvisos } from '@flota/contract/avisoClases.ts'
import { entero } from '@flota/contract/format.ts'
import { retrasoOf } from '@flota/contract/retraso.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useLive } from '../../../api/cache/queries.ts'
import { useNow } from '../../../api/useToday.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { openAvisos } from '../../frame/openAvisos.ts'
import { rutasOf } from './rutasHref.ts'

const shownClases = ['choque', 'sin_cerrar'] as const
type Clase = (typeof shownClases)[number]
const hrefOf = (clase: Clase) => `/dashboard?avisos=${clase}`

/** Opens the bell where the address says so, and leaves it as it was. */
function useOpenedAvisos() {
  const [search, setSearch] = useSearchParams()
  const asked = search.get('avisos')
  const clase = shownClases.find((each) => each === asked)
  useEffect(() => {
    if (!clase) return
    openAvisos(clase)
    setSearch({}, { replace: true })
  }, [clase, setSearch])
}

interface Wrong {
  count: number
  text: string
  href: string
  clase?: Clase
}

interface Props {
  /** The company's date, and the day that the figures are of; undefined while they load. */
  hoy: string | undefined
  fecha: string | undefined
  incidentes: number
}

/** What is wrong with a day's trips, and what the bell counts; undefined until all is known. */
function useWrong({ hoy, fecha, incidentes }: Props): Wrong[] | undefined {
  const ahora = useNow()
  // As the board itself asks, so that it is there when one comes to it.
  const tablero = useLive(
    'GET /api/tablero',
    fecha ? { query: { fecha: fecha === hoy ? undefined : fecha } } : null,
  ).data?.data
  const resumen = useLive('GET /api/avisos/resumen', {}).data?.data
  if (!fecha || tablero?.fecha !== fecha || !resumen || !ahora) return undefined
  const late = tablero.camiones
    .flatMap(({ rutas }) => rutas)
    .filter(({ estado, desde, hasta }) => retrasoOf({ estado, inicio: desde, fin: hasta }, ahora) > 0).length
  const said = (count: number, one: string, many = one) => `${entero(count)} ${count === 1 ? one : many}`
  const ofClase = (clase: Clase, one: string, many = one): Wrong => {
    const count = resumen[clase] ?? 0
    return {
      count,
      text: `${count < mostAvisos.counted ? '' : 'más de '}${entero(Math.min(count, mostAvisos.counted))} ${count === 1 ? one : many}`,
      href: hrefOf(clase),
      clase,
    }
  }
  const day = fecha === hoy ? '' : `fecha=${fecha}&`
  return [
    {
      count: incidentes,
      text: said(incidentes, 'incidente', 'incidentes'),
      href: rutasOf(fecha, 'Incidente'),
    },
    { count: late, text: said(late, 'con retraso'), href: `/tablero?${day}solo=retraso` },
    ofClase('choque', 'choque', 'choques'),
    ofClase('sin_cerrar', 'sin cerrar'),
  ].filter(({ count }) => count > 0)
}

/** Whether anything is wrong, in one line; each figure leads to exactly those. */
export function EnOrden(props: Props) {
  useOpenedAvisos()
  const wrong = useWrong(props)
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
