import { createHash } from 'node:crypto'
import { type Db, one, run, sql } from '../db/sql.ts'
import { conflict } from '../http/errors.ts'

/** Whose key it is: a key is the user's own, for one route, for 24 hours. */
export interface Key {
  userId: number
  rutaId: number
  clave: string
  body: unknown
}

const fingerprint = (body: unknown) => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

/**
 * Does a piece of work once for its key, in the transaction of `tx`: a repeat is answered as the first was,
 * and one that comes while the first is running waits for it at the key's row. Work that throws takes the
 * row with it, so that a refused try may be sent again.
 * @throws {HttpError} 409 when the key was used for another request
 */
export async function once<T>(tx: Db, key: Key, work: () => Promise<T>): Promise<T> {
  const { userId, rutaId, clave, body } = key
  const huella = fingerprint(body)
  const mine = await run(
    tx,
    sql`insert into idempotencia (usuario_id, ruta_id, clave, huella)
      select ${userId}, id, ${clave}, ${huella} from rutas where id = ${rutaId}
      on conflict (usuario_id, ruta_id, clave) do update set huella = excluded.huella, creado_en = now()
      where idempotencia.creado_en < now() - interval '24 hours'`,
  )
  if (mine === 0) {
    const first = await firstAnswer<T>(tx, key, huella)
    if (first) return first.respuesta
  }
  const answer = await work()
  await run(
    tx,
    sql`update idempotencia set respuesta = ${JSON.stringify(answer)}::jsonb
      where usuario_id = ${userId} and ruta_id = ${rutaId} and clave = ${clave}`,
  )
  await forgetOld(tx)
  return answer
}

/** Undefined where there is no such route to remember anything of. */
async function firstAnswer<T>(tx: Db, { userId, rutaId, clave }: Key, huella: string) {
  const first = await one<{ huella: string; respuesta: T }>(
    tx,
    sql`select huella, respuesta from idempotencia
      where usuario_id = ${userId} and ruta_id = ${rutaId} and clave = ${clave}`,
  )
  if (first && first.huella !== huella) throw conflict('Ese envío ya se hizo con otros datos.')
  return first
}

/** A few at a time, and never those that somebody else is writing. */
const forgetOld = (tx: Db) =>
  run(
    tx,
    sql`delete from idempotencia where ctid in (
      select ctid from idempotencia where creado_en < now() - interval '24 hours'
      limit 20 for update skip locked)`,
  )
