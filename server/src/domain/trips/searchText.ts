import type { Sql } from 'sql-template-tag'
import { normalize } from '../../platform/db/search.ts'
import { type Db, join, many, raw, run, sql } from '../../platform/db/sql.ts'
import { columnsTo, type ReferenceColumn, references } from './references.ts'

/** Lines of a trip's search text; only PostgreSQL knows their positions. */
type SearchTextLine = 'no_ruta' | 'cliente' | 'servicio' | 'piloto'

export const searchTextLine = (line: SearchTextLine, busqueda = 'busqueda') =>
  raw(`linea_de_ruta(${busqueda}, '${line}')`)

const storedLine = (line: SearchTextLine) => searchTextLine(line, 'r.busqueda')

export const rutaSearchText = (parts: Record<SearchTextLine, unknown>): Sql =>
  sql`texto_de_ruta(${join(Object.entries(parts).map(([line, part]) => sql`${raw(line)} => ${part}`))})`

/** Returns the search text of the stored trip `r` with some parts replaced. */
export const updatedSearchText = (parts: Partial<Record<SearchTextLine, Sql>>): Sql => {
  return rutaSearchText({
    no_ruta: storedLine('no_ruta'),
    cliente: storedLine('cliente'),
    servicio: storedLine('servicio'),
    piloto: storedLine('piloto'),
    ...parts,
  })
}

/** Writes a record's new name into its routes' search texts; the record must be locked. Routes in the bin get it on restore. */
export async function renameInRutas(db: Db, table: string, id: number): Promise<void> {
  for (const column of columnsTo(table)) await renameInColumn(db, column, id)
}

async function renameInColumn(db: Db, column: ReferenceColumn, id: number): Promise<void> {
  const { table, line } = references[column]
  if (!line) return
  await run(
    db,
    // Locks routes by id, so that renaming a client and a pilot at once cannot deadlock.
    sql`with persona as (select nombre_completo(busqueda) as nombre from ${raw(table)} where id = ${id}),
      suyas as (
        select r.id from rutas r, persona
        where r.${raw(column)} = ${id} and r.eliminado_en is null
          and ${storedLine(line)} <> persona.nombre
        order by r.id for no key update of r)
      update rutas r set busqueda = ${updatedSearchText({ [line]: raw('persona.nombre') })}
      from suyas, persona where r.id = suyas.id`,
  )
}

interface RutaTexts {
  id: number
  no_ruta: string
  servicio: string
  stored_no_ruta: string
  stored_servicio: string
  isValid: boolean
}

/** Returns the person's current name. A route in the bin keeps its old name until it is restored. */
const nameOf = (line: 'cliente' | 'piloto', row: string): Sql =>
  sql`case when r.eliminado_en is null then nombre_completo(${raw(row)}.busqueda) else ${storedLine(line)} end`

const people = sql`join clientes c on c.id = r.cliente_id join choferes p on p.id = r.chofer_id`

const parts = (no_ruta: unknown, servicio: unknown) =>
  rutaSearchText({ no_ruta, cliente: nameOf('cliente', 'c'), servicio, piloto: nameOf('piloto', 'p') })

const findBatch = (db: Db, after: number, size: number) =>
  many<RutaTexts>(
    db,
    sql`select r.id, r.no_ruta, r.servicio,
        ${storedLine('no_ruta')} as stored_no_ruta, ${storedLine('servicio')} as stored_servicio,
        r.correlativo is not distinct from numero_de_ruta(r.no_ruta)
          and r.busqueda = ${parts(storedLine('no_ruta'), storedLine('servicio'))} as "isValid"
      from rutas r ${people} where r.id > ${after} order by r.id limit ${size}`,
  )

const isWrong = (row: RutaTexts) =>
  !row.isValid ||
  row.stored_no_ruta !== normalize(row.no_ruta) ||
  row.stored_servicio !== normalize(row.servicio)

/** Yields the routes whose search text or number differs from their fields and people. */
export async function* findWrongRutas(
  db: Db,
  size = 10_000,
): AsyncGenerator<Pick<RutaTexts, 'id' | 'no_ruta' | 'servicio'>> {
  for (let after = 0; ; ) {
    const rows = await findBatch(db, after, size)
    yield* rows.filter(isWrong)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Rewrites search text and number of a route; needs routes and people locked against other writers. */
export const repairRuta = (
  tx: Db,
  { id, no_ruta, servicio }: Pick<RutaTexts, 'id' | 'no_ruta' | 'servicio'>,
) =>
  run(
    tx,
    sql`update rutas as m set correlativo = numero_de_ruta(no_ruta),
        busqueda = (select ${parts(normalize(no_ruta), normalize(servicio))} from rutas r ${people} where r.id = m.id)
      where m.id = ${id}`,
  )
