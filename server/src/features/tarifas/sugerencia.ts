import type { Tarifa, TarifaQuery, UltimoViaje } from '@flota/contract/tarifas.ts'
import { type Db, empty, one, sql } from '../../platform/db/sql.ts'

/** The most specific that holds on that day; null without both places. */
export const findTarifaFor = async (db: Db, query: TarifaQuery, fecha: string): Promise<Tarifa | null> => {
  const { cliente_id = null, origen = null, destino = null, servicio = null } = query
  const row = await one<Tarifa>(
    db,
    sql`select * from tarifas_leer
      where id = (select id from tarifa_de(${cliente_id}, ${origen}, ${destino}, ${servicio}, ${fecha}))`,
  )
  return row ?? null
}

/** The client's newest trip, between those places where both are said; null without a client. */
export async function findUltimo(
  db: Db,
  { cliente_id, origen, destino }: TarifaQuery,
): Promise<UltimoViaje | null> {
  if (cliente_id === undefined) return null
  const places =
    origen && destino
      ? sql`and normaliza(origen) = normaliza(${origen}) and normaliza(destino) = normaliza(${destino})`
      : empty
  const row = await one<UltimoViaje>(
    db,
    sql`select id, no_ruta, fecha, hora, servicio, mercaderia, origen, destino, precio, combustible, camion_id,
        chofer_id, ayudante_id
      from rutas where cliente_id = ${cliente_id} and eliminado_en is null ${places}
      order by fecha desc, hora desc, id desc limit 1`,
  )
  return row ?? null
}
