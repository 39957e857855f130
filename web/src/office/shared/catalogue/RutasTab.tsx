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

export const rutasOfHref = (name: TripParty, id: number) => `/rutas?${filterParams[name]}=${id}`

export function RutasTab({ name, id }: { name: TripParty; id: number }) {
  const answer = useEndpoint('GET /api/rutas', {
    query: { ...tabPage, horas: 'si', [filterParams[name]]: id },
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
      href={rutasOfHref(name, id)}
      empty="Todavía no tiene rutas."
      errorTitle="Error al cargar las rutas"
    />
  )
}
