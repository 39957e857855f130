import { type Db, one, raw, run } from '@flota/server/platform/db/sql.ts'

/** Truck with 1,000 cargas; each of the others has 331. */
export const busyCamion = 1

/** Creates some 100,000 cargas of 300 trucks in a year, and 2,000 plans. */
export async function fillFlota(db: Db): Promise<void> {
  if (await one(db, raw('select id from planes limit 1'))) return
  await db.transaction(async (tx) => {
    await run(tx, raw('set local session_replication_role = replica'))
    await run(tx, insertCargas)
    await run(tx, insertPlanes)
    await run(tx, raw('select recalcular_camiones(array(select id from camiones))'))
    await run(tx, countDays)
  })
  await run(db, raw('vacuum analyze'))
}

const insertCargas =
  raw(`insert into movimientos (tipo, concepto, paga, monto, fecha, estado, usuario_id, comprobante, camion_id, chofer_id,
    galones, km, lleno, falta_anterior, estacion, vale, busqueda, busqueda_carga)
  select 'gasto', 'Combustible', 'empresa', 1200 + n % 400, date '2026-11-20' - n * 331 / cuantas, 'aprobado', 1, 'recibo',
    c.id, 1 + (c.id + n) % 300, 40 + n % 7, 100000 + (cuantas - n) * 350, n % 5 > 0, false, estacion, n::text,
    normaliza(concat_ws(' ', nombre_de('chofer_id', 1 + (c.id + n) % 300), n)),
    normaliza(concat_ws(' ', c.placa, nombre_de('chofer_id', 1 + (c.id + n) % 300), estacion, n))
  from camiones c, lateral (select case c.id when ${busyCamion} then 1000 else 331 end as cuantas) t,
    lateral generate_series(0, cuantas - 1) n,
    lateral (select (array['Puma Sur', 'Shell El Trébol', 'Texaco Roosevelt'])[1 + n % 3] as estacion) e
  order by n desc, c.id`)

/** One service in twenty is due. */
const insertPlanes = raw(`insert into planes (camion_id, nombre, cada_km, cada_dias, desde_fecha, desde_km)
  select c.id, nombre, cada_km, cada_dias, date '2026-11-20' - coalesce(cada_dias * usado / 100, 0)::int,
    km - coalesce(cada_km * usado / 100, 0)
  from camiones c, unnest(array['Cambio de aceite', 'Filtros', 'Frenos', 'Engrase', 'Llantas', 'Batería', 'Alineación'])
      with ordinality as p (nombre, n),
    lateral (select case when n % 2 = 1 then 10000 + n * 1000 end as cada_km,
      case when n % 2 = 0 or n % 3 > 0 then 30 * n end as cada_dias, (c.id * 7 + n * 13) % 105 as usado,
      (select max(m.km) from movimientos m where m.camion_id = c.id) as km) e
  order by n, c.id limit 2000`)

/** What the triggers would have kept. */
const countDays = raw(`insert into cargas_dias
  select fecha, paga, estado, lleno, count(*), sum(galones), sum(monto) from movimientos where camion_id is not null
  group by 1, 2, 3, 4`)
