import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { type Db, one, raw, run, sql } from '../db/sql.ts'
import { conflict } from '../http/errors.ts'

/** Where routes refer to a catalogue's records, and the line of their `busqueda` that holds the name. */
const inRutas: Record<string, { column: string; line?: number }> = {
  clientes: { column: 'cliente_id', line: 2 },
  choferes: { column: 'chofer_id', line: 4 },
  ayudantes: { column: 'ayudante_id' },
  camiones: { column: 'camion_id' },
}

/** @throws {HttpError} 409 while routes are Pendiente or En curso for the record, whose row must be locked */
export async function refuseWhileInUse(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  const reference = inRutas[name]
  if (!reference) return
  const open = await one<{ n: number }>(
    db,
    sql`select count(*) as n from rutas
      where ${raw(reference.column)} = ${id} and eliminado_en is null and estado in ('Pendiente', 'En curso')`,
  )
  const n = open?.n ?? 0
  if (n === 1) throw conflict('No se puede eliminar: tiene 1 ruta pendiente o en curso.')
  if (n > 1) throw conflict(`No se puede eliminar: tiene ${n} rutas pendientes o en curso.`)
}

/** A search of routes finds people by the name that they have now. What lies in the bin learns it when it comes back. */
export async function renameInRutas(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  const { column, line } = inRutas[name] ?? {}
  if (!column || !line) return
  const part = (n: number) => (n === line ? 'persona.nombre' : `split_part(r.busqueda, E'\\n', ${n})`)
  await run(
    db,
    // In the order of their ids, so that a client's and a pilot's renaming don't wait for each other in a ring.
    sql`with persona as (select nombre_completo(busqueda) as nombre from ${raw(name)} where id = ${id}),
      suyas as (
        select r.id from rutas r, persona
        where r.${raw(column)} = ${id} and r.eliminado_en is null
          and split_part(r.busqueda, E'\\n', ${line}) <> persona.nombre
        order by r.id for no key update of r)
      update rutas r set busqueda = concat_ws(E'\\n', ${raw([1, 2, 3, 4].map(part).join(', '))})
      from suyas, persona where r.id = suyas.id`,
  )
}

/** The user of a deleted pilot is deactivated with it, and its sessions end. */
export async function deactivateUserOf(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  if (name !== 'choferes') return
  const user = await one<{ id: number }>(
    db,
    sql`update usuarios set estado = 'inactivo', version = version + 1, actualizado_en = now()
      where piloto_id = ${id} and eliminado_en is null and estado = 'activo' returning id`,
  )
  // A statement of its own: it sees the session of a login that the update had to wait for.
  if (user) await run(db, sql`delete from sesiones where usuario_id = ${user.id}`)
}
