import { StartError } from '@flota/postgres/startError.ts'
import { type Db, many, one, run, sql } from './sql.ts'

// Release 1.0.0 had 41 migrations. 0001_schema.sql replaces them, and the next migration is 0042: a program of 1.0.0
// rejects the number as newer than its own.

const release100 = 41
const baseline = { version: 1, name: '0001_schema.sql' }

export const isOlderThanRelease100 = (version: number): boolean => version > 0 && version < release100

/** @throws {StartError} if the database is older than release 1.0.0 */
export function rejectOlder(version: number): void {
  if (!isOlderThanRelease100(version)) return
  throw new StartError(
    'La base de datos es de una versión anterior a la 1.0.0: inicia primero el programa 1.0.0 con ella y después este.',
  )
}

/**
 * Records the baseline as applied in a database of release 1.0.0, instead of its 41 migrations.
 * @throws {StartError} if the database is older, or has two records under one key
 */
export async function adoptRelease100(tx: Db): Promise<void> {
  const applied = await many<{ version: number }>(tx, sql`select version from migraciones order by version`)
  const newest = applied.at(-1)?.version ?? 0
  // Without all of the 41 it is none of 1.0.0.
  rejectOlder(newest === release100 ? applied.length : newest)
  if (newest !== release100) return
  await rejectDuplicates(tx)
  await run(tx, sql`delete from migraciones`)
  await run(tx, sql`insert into migraciones (version, nombre) values (${baseline.version}, ${baseline.name})`)
}

/**
 * Release 1.0.0 kept records of older databases whose username, plate or number another record has too (`gemelo` > 0), and
 * logged them at each start. This program has no rules for them.
 */
async function rejectDuplicates(tx: Db): Promise<void> {
  const found = await one<{ kind: string; name: string }>(
    tx,
    sql`select 'usuarios' as kind, username as name from usuarios where gemelo > 0
      union all select 'camiones', placa from camiones where gemelo > 0
      union all select 'rutas', no_ruta from rutas where gemelo > 0
      limit 1`,
  )
  if (!found) return
  throw new StartError(
    `Hay dos registros con el mismo nombre (${found.kind}: ${found.name}): cambia uno de los dos con la versión 1.0.0 y después instala esta.`,
  )
}
