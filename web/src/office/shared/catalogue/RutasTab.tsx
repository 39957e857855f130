import type { DayRange } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { viajeColumns } from '../../../trip/office/viajeColumns.tsx'
import { RowsTab, tabPage } from '../detail/RowsTab.tsx'

/** Parameter of the routes list per catalogue. */
const filterParams = {
  clientes: 'cliente_id',
  choferes: 'chofer_id',
  ayudantes: 'ayudante_id',
  camiones: 'camion_id',
} as const
export type TripParty = keyof typeof filterParams

export const hasRutas = (name: CatalogueName): name is TripParty => name in filterParams

export const rutasOfHref = (name: TripParty, id: number, days?: DayRange) =>
  `/rutas?${new URLSearchParams({ [filterParams[name]]: String(id), ...days })}`

type Viaje = ReturnType<typeof viajeColumns>

/** Columns up to the crew, without the page's own record. The first is as wide as a plate. */
const columnsBeside: Record<TripParty, (viaje: Viaje) => Column<Ruta>[]> = {
  clientes: (viaje) => [withPlate(viaje), viaje.servicio, places(viaje), crew(viaje)],
  choferes: (viaje) => [withPlate(viaje), client(viaje), places(viaje), viaje.ayudante],
  ayudantes: (viaje) => [withPlate(viaje), client(viaje), places(viaje), viaje.piloto],
  camiones: (viaje) => [viaje.noRuta, client(viaje), places(viaje), crew(viaje)],
}
const withPlate = ({ noRuta, placa }: Viaje) => stacked({ ...noRuta, width: 7 }, placa)
const client = ({ cliente, servicio }: Viaje) => stacked(cliente, servicio)
const places = ({ origen, destino }: Viaje) => stacked(origen, destino)
const crew = ({ piloto, ayudante }: Viaje) => stacked<Ruta>(piloto, ayudante)

interface Props {
  name: TripParty
  id: number
  /** All trips by default. */
  days?: DayRange | undefined
  /** The export is elsewhere on the page. */
  noExport?: boolean
  empty?: string
}

export function RutasTab({ name, id, days, noExport = false, empty = 'Todavía no tiene rutas.' }: Props) {
  const answer = useEndpoint('GET /api/rutas', {
    query: { ...tabPage, horas: 'si', [filterParams[name]]: id, ...days },
  })
  const viaje = viajeColumns(useViajeAccess())
  return (
    <RowsTab
      title="Rutas"
      list={toListState(answer, tabPage)}
      columns={[...columnsBeside[name](viaje), stacked(viaje.fecha, viaje.hora), viaje.precio, viaje.estado]}
      href={rutasOfHref(name, id, days)}
      {...(!noExport && {
        exporting: {
          call: { line: 'GET /api/rutas/exportar', query: { [filterParams[name]]: id, ...days } },
          access: calls['GET /api/reportes/exportar'],
        },
      })}
      empty={empty}
      errorTitle="Error al cargar las rutas"
    />
  )
}
