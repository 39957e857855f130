import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { stacked } from '../../../list/table/column.tsx'
import { listOf } from '../../../list/toListState.ts'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { viajeColumns } from '../../../trip/office/viajeColumns.tsx'
import { firstPage, RowsTab } from '../detail/RowsTab.tsx'

/** The filters of the list of routes, by whom they narrow it to. */
const filters = {
  clientes: 'cliente_id',
  choferes: 'chofer_id',
  ayudantes: 'ayudante_id',
  camiones: 'camion_id',
} as const
export type Viajero = keyof typeof filters

/** Whether trips know of the records of a catalogue. */
export const hasRutas = (name: CatalogueName): name is Viajero => name in filters

export const hrefOfRutas = (name: Viajero, id: number) => `/rutas?${filters[name]}=${id}`

/** The newest trips of a client, a person or a truck. */
export function RutasTab({ name, id }: { name: Viajero; id: number }) {
  const answer = useEndpoint('GET /api/rutas', { query: { ...firstPage, horas: 'si', [filters[name]]: id } })
  const viaje = viajeColumns(useViajeAccess())
  return (
    <RowsTab
      title="Rutas"
      list={listOf(answer, firstPage)}
      columns={[
        stacked(viaje.noRuta, viaje.placa),
        stacked(viaje.cliente, viaje.servicio),
        stacked(viaje.origen, viaje.destino),
        stacked(viaje.piloto, viaje.ayudante),
        stacked(viaje.fecha, viaje.hora),
        viaje.precio,
        viaje.estado,
      ]}
      href={hrefOfRutas(name, id)}
      empty="Todavía no tiene rutas."
      failed="Error al cargar las rutas"
    />
  )
}
