import type { Sql } from 'sql-template-tag'
import { normalize } from '../../platform/db/search.ts'
import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'
import { rutaSearchText, searchTextLine } from './searchText.ts'

interface Row {
  id: number
  no_ruta: string
  servicio: string
  kept_no_ruta: string
  kept_servicio: string
  fits: boolean
}

const storedLine = (line: 'no_ruta' | 'cliente' | 'servicio' | 'piloto') => searchTextLine(line, 'r.busqueda')

/** A route in the bin keeps the old name of a renamed person until it is restored. */
const nameOf = (line: 'cliente' | 'piloto', row: string): Sql =>
  sql`case when r.eliminado_en is null then nombre_completo(${raw(row)}.busqueda) else ${storedLine(line)} end`

const people = sql`join clientes c on c.id = r.cliente_id join choferes p on p.id = r.chofer_id`

const parts = (no_ruta: unknown, servicio: unknown) =>
  rutaSearchText({ no_ruta, cliente: nameOf('cliente', 'c'), servicio, piloto: nameOf('piloto', 'p') })

const findBatch = (db: Db, after: number, size: number) =>
  many<Row>(
    db,
    sql`select r.id, r.no_ruta, r.servicio,
        ${storedLine('no_ruta')} as kept_no_ruta, ${storedLine('servicio')} as kept_servicio,
        r.correlativo is not distinct from numero_de_ruta(r.no_ruta)
          and r.busqueda = ${parts(storedLine('no_ruta'), storedLine('servicio'))} as fits
      from rutas r ${people} where r.id > ${after} order by r.id limit ${size}`,
  )

const isWrong = (row: Row) =>
  !row.fits || row.kept_no_ruta !== normalize(row.no_ruta) || row.kept_servicio !== normalize(row.servicio)

/** In batches, the routes whose search text or number differs from what their fields and people say. */
export async function* findWrongRutas(
  db: Db,
  size = 10_000,
): AsyncGenerator<Pick<Row, 'id' | 'no_ruta' | 'servicio'>> {
  for (let after = 0; ; ) {
    const rows = await findBatch(db, after, size)
    yield* rows.filter(isWrong)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Writes both again; locks routes and people against other writers until the transaction ends. */
export const repairRuta = (tx: Db, { id, no_ruta, servicio }: Pick<Row, 'id' | 'no_ruta' | 'servicio'>) =>
  run(
    tx,
    sql`update rutas as m set correlativo = numero_de_ruta(no_ruta),
        busqueda = (select ${parts(normalize(no_ruta), normalize(servicio))} from rutas r ${people} where r.id = m.id)
      where m.id = ${id}`,
  )
