import { diaInWords } from '@flota/contract/core/dates.ts'
import { formatInteger, fullName } from '@flota/contract/core/format.ts'
import { lapseInWords, lateMinutesOf } from '@flota/contract/trips/retraso.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { Link } from 'wouter'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useNow } from '../../../api/useToday.ts'
import { withId } from '../../../shell/paths.ts'
import { EmptyPanel, Headline, maxPanelLines, Panel } from './Panel.tsx'
import { rutasHref } from './rutasHref.ts'

const href = rutasHref({ estado: 'En curso' })

const distinct = (ids: number[]) => new Set(ids).size
const countText = (count: number, one: string, many: string) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`

/** Shows pilots and trucks on the road, most delayed first. */
export function EnCaminoPanel() {
  const ahora = useNow()
  const retraso = (ruta: Ruta) => lateMinutesOf(ruta, ahora)
  return (
    <Panel
      title="En camino ahora"
      list={{ href, label: 'Ver todos' }}
      // The oldest are the most delayed, should there be more than a page.
      answer={usePolledEndpoint('GET /api/rutas', {
        query: { estado: 'En curso', horas: 'si', orden: 'antiguas' },
      })}
      minHeightRem={17}
      errorTitle="Error al cargar las rutas"
    >
      {({ data, paginacion }, hoy) => {
        if (data.length === 0) return <EmptyPanel>Ningún camión está en camino.</EmptyPanel>
        const pilotos = distinct(data.map(({ chofer_id }) => chofer_id))
        const camiones = distinct(data.map(({ camion_id }) => camion_id))
        return (
          <>
            <Headline href={href}>
              {paginacion.total > data.length && 'Más de '}
              {countText(pilotos, 'piloto', 'pilotos')} y {countText(camiones, 'camión', 'camiones')}
            </Headline>
            <ul className="divide-y divide-line">
              {sortByDelay(data, retraso).map((ruta) => (
                <li key={ruta.id}>
                  <Link
                    href={withId('/mostrar-ruta/:id', ruta.id)}
                    className="-mx-2 flex min-h-11 items-center justify-between gap-x-4 rounded-ui px-2 py-1 wrap-anywhere hover:bg-sunken max-md:grid max-md:py-2"
                  >
                    <span className="min-w-0">
                      <span className="font-semibold">
                        {fullName(ruta.piloto_nombre, ruta.piloto_apellido)}
                      </span>{' '}
                      <span className="whitespace-nowrap text-muted">{ruta.camion_placa}</span>
                    </span>
                    <span className="text-muted md:max-w-1/2 md:shrink-0 md:text-right">
                      {ruta.destino}
                      {retraso(ruta) > 0 && (
                        <strong className="whitespace-nowrap text-danger">
                          {' '}
                          · Con retraso · {lapseInWords(retraso(ruta))}
                        </strong>
                      )}
                      {ruta.fecha !== hoy && (
                        <span className="whitespace-nowrap text-notice">
                          {' '}
                          · desde {sinceText(ruta.fecha, hoy)}
                        </span>
                      )}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Panel>
  )
}

const sortByDelay = (rutas: readonly Ruta[], retraso: (ruta: Ruta) => number) =>
  rutas.toSorted((a, b) => retraso(b) - retraso(a)).slice(0, maxPanelLines)

function sinceText(fecha: string, hoy: string) {
  const dia = diaInWords(fecha, hoy)
  return dia === 'ayer' || dia === 'mañana' ? dia : `el ${dia}`
}
