import type { Env } from '../env.ts'
import { type Db, one, prepared, sql } from './sql.ts'

/** Returns the name of the settings, by default EMPRESA_NOMBRE. */
export async function findCompanyName(
  db: Db,
  { EMPRESA_NOMBRE }: Pick<Env, 'EMPRESA_NOMBRE'>,
): Promise<string> {
  const row = await one<{ nombre: string | null }>(db, prepared(sql`select nombre from ajustes`))
  return row?.nombre ?? EMPRESA_NOMBRE
}
