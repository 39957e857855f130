import { buildApp } from '@flota/server/app.ts'
import { types } from '@flota/server/platform/db/connect.ts'
import { one, sql } from '@flota/server/platform/db/sql.ts'
import { readEnv } from '@flota/server/platform/env.ts'
import { testApp } from '@flota/server/test/testApp.ts'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { fillCobros } from '../fillCobros.ts'
import { fillDatabase } from '../fillDatabase.ts'
import { fillOffice } from '../fillOffice.ts'
import type { QueryPlan } from './queryPlan.ts'
import { singleConnectionDatabase } from './singleConnection.ts'

export type RecordedOffice = Awaited<ReturnType<typeof openRecordedOffice>>

/** Calls after which PostgreSQL may choose generic plans: it plans the first five anew. */
export const warmUpCalls = 6

/** Opens a filled office on one connection, and records the plan of each of its statements. */
export async function openRecordedOffice(rutas: number) {
  const server = await testApp()
  const name = (await one<{ name: string }>(server.db, sql`select current_database() as name`))?.name ?? ''
  const connection = { host: inject('postgres'), user: 'postgres', database: name }
  await fillDatabase(connection, rutas, new AbortController().signal)
  await fillOffice(server.db)
  await fillCobros(server.db)
  const client = new pg.Client({ ...connection, types })
  await client.connect()
  const recorded = await recordPlans(client)
  const app = buildApp({
    db: singleConnectionDatabase(client),
    env: readEnv({}),
    log: pino({ level: 'silent' }),
    version: '0.0.0-prueba',
    webFolder: '/nonexistent',
  })
  const admin = server.clientOf(app, (await server.as()).token)
  const piloto = server.clientOf(app, (await server.as({ rol: 'piloto', piloto_id: 77 })).token)
  const close = async () => {
    await client.end()
    await server.close()
  }
  /** Calls without recording, then records the plans of one more call. */
  const recordWarm = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    await client.query('set auto_explain.log_min_duration = -1')
    for (let i = 0; i < warmUpCalls; i++) await call()
    await client.query('set auto_explain.log_min_duration = 0')
    recorded.length = 0
    return call()
  }
  return { connection, client, recorded, recordWarm, admin, piloto, close }
}

/** Returns an array that grows by each statement with its plan. */
async function recordPlans(client: pg.Client) {
  const recorded: { statement: string; plan: QueryPlan }[] = []
  // auto_explain sends each plan as a notice.
  await client.query(`load 'auto_explain'; set jit = off; set auto_explain.log_min_duration = 0;
    set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_format = json;
    set auto_explain.log_level = notice; set auto_explain.log_nested_statements = on`)
  client.on('notice', ({ message = '' }) => {
    const json = /plan:\n([^]*)$/.exec(message)?.[1]
    if (json === undefined) return
    const { 'Query Text': statement, Plan: plan } = JSON.parse(json) as {
      'Query Text': string
      Plan: QueryPlan
    }
    recorded.push({ statement, plan })
  })
  return recorded
}
