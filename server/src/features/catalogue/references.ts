import type { AnyCatalogue } from '@flota/contract/definition.ts'
import { countOpenRutas } from '../../domain/trips/softDelete.ts'
import { setNextVersion } from '../../platform/db/records.ts'
import { type Db, one, run, sql } from '../../platform/db/sql.ts'
import { conflict } from '../../platform/http/errors.ts'

/** @throws {HttpError} 409 while routes are Pendiente or En curso for the record, whose row must be locked */
export async function assertNotInUse(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  const n = await countOpenRutas(db, name, id)
  if (n === 1) throw conflict('No se puede eliminar: tiene 1 ruta pendiente o en curso.')
  if (n > 1) throw conflict(`No se puede eliminar: tiene ${n} rutas pendientes o en curso.`)
}

/** The user of a deleted pilot is deactivated with it, and its sessions end. */
export async function deactivatePilotUser(db: Db, { name }: AnyCatalogue, id: number): Promise<void> {
  if (name !== 'choferes') return
  const user = await one<{ id: number }>(
    db,
    sql`update usuarios r set ${setNextVersion({ estado: 'inactivo' })}
      where piloto_id = ${id} and eliminado_en is null and estado = 'activo' returning id`,
  )
  // A statement of its own: it sees the session of a login that the update had to wait for.
  if (user) await run(db, sql`delete from sesiones where usuario_id = ${user.id}`)
}
