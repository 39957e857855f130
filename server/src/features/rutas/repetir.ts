import { storedNames } from '@flota/contract/core/fields.ts'
import { fromKeys } from '@flota/contract/core/keys.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { AvisoDeCopia, Repeticion } from '@flota/contract/trips/repetir.ts'
import {
  type ReferenceColumn,
  referenceColumns,
  references,
  unknownReferences,
} from '../../domain/trips/references.ts'
import { searchTextLine } from '../../domain/trips/searchText.ts'
import { suggestNumbers } from '../../domain/trips/tripNumber.ts'
import { type Hallazgo, toWarnings } from '../../domain/trips/warnings.ts'
import { columnsOf } from '../../domain/trips/write.ts'
import { columnNames, columnValues } from '../../platform/db/records.ts'
import { type Db, many, one, raw, run, sql } from '../../platform/db/sql.ts'
import { notFound, tripBlocked } from '../../platform/errors.ts'

type References = Record<ReferenceColumn, number | null>

export interface RutaCopy {
  id: number
  no_ruta: string
  fecha: string
}

/**
 * Copies a trip to other dates, all or none, in a transaction.
 * @throws {HttpError} 404; 400 naming every missing record; 409 if the check blocks a copy
 */
export async function repeatRuta(db: Db, id: number, repeticion: Repeticion, userId: number) {
  const refs = await lockSource(db, id, repeticion)
  const rutas = await insertCopies(db, id, { fechas: repeticion.fechas, refs, userId })
  return { rutas, avisos: await checkCopies(db, rutas) }
}

/** Locks the records of the copies, then the trip, in the order of every write. Retries if the trip changed meanwhile. */
async function lockSource(db: Db, id: number, repeticion: Repeticion): Promise<References> {
  await run(db, raw('savepoint lectura'))
  for (;;) {
    const source = await one<References & { version: number }>(
      db,
      sql`select ${raw(referenceColumns.join(', '))}, version from rutas where id = ${id} and eliminado_en is null`,
    )
    if (!source) {
      const { camion_id, chofer_id, ayudante_id = null } = repeticion
      await lockCopyReferences(db, { cliente_id: null, camion_id, chofer_id, ayudante_id })
      throw notFound(registros.rutas.notFound)
    }
    const refs: References = {
      cliente_id: source.cliente_id,
      camion_id: repeticion.camion_id ?? source.camion_id,
      chofer_id: repeticion.chofer_id ?? source.chofer_id,
      ayudante_id: repeticion.ayudante_id === undefined ? source.ayudante_id : repeticion.ayudante_id,
    }
    await run(db, sql`select bloquear_tripulacion(${refs.camion_id}, ${refs.chofer_id}, ${refs.ayudante_id})`)
    await lockCopyReferences(db, refs)
    const locked = await one(
      db,
      sql`select from rutas where id = ${id} and version = ${source.version} and eliminado_en is null for share`,
    )
    if (locked) return refs
    await run(db, raw('rollback to savepoint lectura'))
  }
}

/** Locks the records against deletion and renaming. @throws {HttpError} 400 naming every missing record */
async function lockCopyReferences(db: Db, refs: References): Promise<void> {
  const missing: ReferenceColumn[] = []
  for (const column of referenceColumns) {
    if (refs[column] === null) continue
    const { table } = references[column]
    const found = await one(
      db,
      sql`select id from ${raw(table)} where id = ${refs[column]} and eliminado_en is null for share`,
    )
    if (!found) missing.push(column)
  }
  if (missing.length > 0) throw unknownReferences(missing)
}

interface CopyRequest {
  fechas: string[]
  refs: References
  userId: number
}

/** Retries all copies with new numbers while another transaction takes one of them. */
async function insertCopies(db: Db, id: number, request: CopyRequest): Promise<RutaCopy[]> {
  await run(db, raw('savepoint copias'))
  for (;;) {
    const copies = await tryCopies(db, id, request, await suggestNumbers(db, request.fechas.length))
    if (copies.length === request.fechas.length) return copies
    await run(db, raw('rollback to savepoint copias'))
  }
}

/** Columns from the trip (`r`), the date (`c`), its hours (`horario`), the client (`cl`) and the pilot (`ch`). */
const copyColumns = ({ camion_id, ayudante_id }: References) =>
  columnsOf(
    {
      ...fromKeys(storedNames(rutaFields), (name) => raw(`r.${name}`)),
      no_ruta: raw('c.no_ruta'),
      camion_id: sql`${camion_id}::int`,
      chofer_id: raw('ch.id'),
      ayudante_id: sql`${ayudante_id}::int`,
      fecha: raw('c.fecha'),
      comentario: null,
      estado: 'Pendiente',
    },
    raw('r.duracion_min'),
    {
      no_ruta: raw('normaliza(c.no_ruta)'),
      cliente: raw('nombre_completo(cl.busqueda)'),
      servicio: searchTextLine('servicio', 'r.busqueda'),
      piloto: raw('nombre_completo(ch.busqueda)'),
    },
  )

/** Inserts numbers before writing totals: no transaction waits for a total while it holds a number. */
function tryCopies(db: Db, id: number, { fechas, refs, userId }: CopyRequest, numbers: string[]) {
  const columns = copyColumns(refs)
  return many<RutaCopy>(
    db,
    sql`with copias as (
        select * from unnest(${numbers}::text[], ${fechas}::date[]) with ordinality as c (no_ruta, fecha, orden)),
      nuevas as (
        insert into rutas (${columnNames(columns)}) select ${columnValues(columns)}
        from copias c, rutas r join clientes cl on cl.id = r.cliente_id join choferes ch on ch.id = ${refs.chofer_id},
          lateral horario(c.fecha, r.hora,
            duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, c.fecha)) horario
        where r.id = ${id} order by c.orden
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nuevas)
      select n.id, n.no_ruta, n.fecha, contar_ruta(null, n) from (select * from nuevas order by id) n`,
  )
}

/** Returns the warnings by date. Copies of one request also conflict with each other. @throws {HttpError} 409 if blocked */
async function checkCopies(db: Db, copies: RutaCopy[]): Promise<AvisoDeCopia[]> {
  const rows = await many<{ fecha: string; hallazgos: Hallazgo[]; bloquea: boolean }>(
    db,
    sql`select r.fecha, v.hallazgos, v.bloquea
      from rutas r, lateral revisar(r.camion_id, r.chofer_id, r.ayudante_id, r.fecha, r.hora,
        duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, r.fecha), r.mercaderia, r.estado,
        r.id) v
      where r.id = any(${copies.map(({ id }) => id)}) order by r.fecha`,
  )
  const avisos = rows.flatMap(({ fecha, hallazgos }) =>
    toWarnings(hallazgos).map((aviso) => ({ ...aviso, fecha })),
  )
  if (rows.some(({ bloquea }) => bloquea)) throw tripBlocked(avisos)
  return avisos
}
