import type { DayRange } from '@flota/contract/core/calendar.ts'
import { calls } from '@flota/contract/core/calls.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { stacked } from '../../../list/table/column.tsx'
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
      columns={[
        stacked(viaje.noRuta, viaje.placa),
        stacked(viaje.cliente, viaje.servicio),
        stacked(viaje.origen, viaje.destino),
        stacked(viaje.piloto, viaje.ayudante),
        stacked(viaje.fecha, viaje.hora),
        viaje.precio,
        viaje.estado,
      ]}
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
