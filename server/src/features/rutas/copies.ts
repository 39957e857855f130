import { storedNames } from '@flota/contract/core/fields.ts'
import { fromKeys } from '@flota/contract/core/keys.ts'
import { rutaFields } from '@flota/contract/records/rutas.ts'
import type { References } from '../../domain/trips/references.ts'
import { searchTextLine } from '../../domain/trips/searchText.ts'
import { suggestNumbers } from '../../domain/trips/tripNumber.ts'
import type { Hallazgo } from '../../domain/trips/warnings.ts'
import { columnsOf } from '../../domain/trips/write.ts'
import { columnNames, columnValues } from '../../platform/db/records.ts'
import { type Db, many, raw, run, sql } from '../../platform/db/sql.ts'

/** A copy to be made. Its trip and records are locked. */
export interface CopyRequest extends References {
  /** The copied trip. */
  ruta_id: number
  fecha: string
}

export interface RutaCopy {
  id: number
  no_ruta: string
  fecha: string
  copia_de: number
}

/** Inserts the copies in order, with consecutive numbers. Retries all while another transaction takes one of the numbers. */
export async function insertCopies(
  db: Db,
  requests: readonly CopyRequest[],
  userId: number,
): Promise<RutaCopy[]> {
  await run(db, raw('savepoint copias'))
  for (;;) {
    const copies = await tryCopies(db, requests, userId, await suggestNumbers(db, requests.length))
    if (copies.length === requests.length) return copies
    await run(db, raw('rollback to savepoint copias'))
  }
}

/** Columns from the trip (`r`), the copy (`c`), its hours (`horario`), the client (`cl`) and the pilot (`ch`). */
const copyColumns = columnsOf(
  {
    ...fromKeys(storedNames(rutaFields), (name) => raw(`r.${name}`)),
    no_ruta: raw('c.no_ruta'),
    camion_id: raw('c.camion_id'),
    chofer_id: raw('c.chofer_id'),
    ayudante_id: raw('c.ayudante_id'),
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
function tryCopies(db: Db, requests: readonly CopyRequest[], userId: number, numbers: string[]) {
  const each = (name: keyof CopyRequest) => requests.map((request) => request[name])
  return many<RutaCopy>(
    db,
    sql`with copias as (
        select * from unnest(${numbers}::text[], ${each('ruta_id')}::int[], ${each('fecha')}::date[],
          ${each('camion_id')}::int[], ${each('chofer_id')}::int[], ${each('ayudante_id')}::int[])
          with ordinality as c (no_ruta, ruta_id, fecha, camion_id, chofer_id, ayudante_id, orden)),
      nuevas as (
        insert into rutas (${columnNames(copyColumns)}) select ${columnValues(copyColumns)}
        from copias c join rutas r on r.id = c.ruta_id join clientes cl on cl.id = r.cliente_id
          join choferes ch on ch.id = c.chofer_id,
          lateral horario(c.fecha, r.hora,
            duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, c.fecha)) horario
        order by c.orden
        on conflict do nothing returning *),
      historia as (
        insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, ${userId} from nuevas)
      select n.id, n.no_ruta, n.fecha, c.ruta_id as copia_de, contar_ruta(null, n)
      from nuevas n join copias c using (no_ruta) order by n.id`,
  )
}

interface CheckedCopy extends Pick<RutaCopy, 'id' | 'fecha'> {
  hallazgos: Hallazgo[]
  bloquea: boolean
}

/** Checks the copies, also against each other. @returns them by date, then in the order of the request */
export const checkCopies = (db: Db, copies: readonly RutaCopy[]) =>
  many<CheckedCopy>(
    db,
    sql`select r.id, r.fecha, v.hallazgos, v.bloquea
      from rutas r, lateral revisar(r.camion_id, r.chofer_id, r.ayudante_id, r.fecha, r.hora,
        duracion_de(r.duracion_min, r.cliente_id, r.origen, r.destino, r.servicio, r.fecha), r.mercaderia, r.estado,
        r.id) v
      where r.id = any(${copies.map(({ id }) => id)}) order by r.fecha, r.id`,
  )
