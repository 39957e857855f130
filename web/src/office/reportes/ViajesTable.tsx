import type { Ruta } from '@flota/contract/rutas.ts'
import { stacked } from '../../list/table/column.tsx'
import { type Rows, Table } from '../../list/table/Table.tsx'
import { useViajeAccess } from '../../viaje/office/useViajeAccess.ts'
import { viajeColumns } from '../../viaje/office/viajeColumns.tsx'

/** A period's trips, linked to their detail for users who may see routes. */
export function ViajesTable(rows: Rows<Ruta>) {
  const viaje = viajeColumns(useViajeAccess())
  return (
    <Table
      {...rows}
      label="Viajes"
      columns={[
        viaje.noRuta,
        stacked(viaje.fecha, viaje.hora),
        stacked({ ...viaje.cliente, width: 11 }, viaje.servicio),
        stacked({ ...viaje.origen, width: 9 }, viaje.destino),
        stacked({ ...viaje.piloto, width: 9 }, viaje.placa),
        viaje.estado,
        viaje.precio,
      ]}
    />
  )
}
