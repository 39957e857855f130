import { type Db, raw, run, sql } from './sql.ts'

/** Runs `work` in a transaction, undoes what it wrote and releases its locks. The call does not count as a write. */
export async function undone<T>(tx: Db, work: () => Promise<T>): Promise<T> {
  await run(tx, raw('savepoint prueba'))
  const result = await work()
  await run(tx, raw('rollback to savepoint prueba'))
  await run(tx, sql`select set_config('flota.autor', '', true)`)
  return result
}
