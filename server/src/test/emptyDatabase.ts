import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { type Database, one, raw, sql } from '../platform/db/sql.ts'

const connectionTo = (database: string) => ({ host: inject('postgres'), user: 'postgres', database })

/** The connection of the database that a pool is connected to: for a second pool, of whatever size. */
export async function findConnection(db: Database) {
  const row = await one<{ database: string }>(db, sql`select current_database() as database`)
  return connectionTo(row?.database ?? '')
}

/** A new database without anything in it, on the server of the run. */
export const createEmptyDatabase = () => createDatabase('template1')

/** A new database of a company without data, on the server of the run. */
export const createMigratedDatabase = () => createDatabase('plantilla')

async function createDatabase(template: string) {
  const name = `vacia_${randomUUID().replaceAll('-', '')}`
  const admin = connect(connectionTo('postgres'), () => undefined, 1, migrationTimeoutMs)
  await admin.query(raw(`create database ${name} template ${template}`))
  const pools: Database[] = []
  return {
    pool: (size?: number, patience = migrationTimeoutMs) => {
      const pool = connect(connectionTo(name), () => undefined, size, patience)
      pools.push(pool)
      return pool
    },
    drop: async () => {
      for (const pool of pools) await pool.close()
      await admin.query(raw(`drop database ${name} with (force)`))
      await admin.close()
    },
  }
}
