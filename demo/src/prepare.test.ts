import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { connect } from '@flota/server/platform/db/connect.ts'
import { many, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDemo } from './prepare.ts'

const wanted = { rutas: 50, zone: 'Asia/Tokyo', now: new Date('2026-11-20T18:00:00Z') }

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(`${tmpdir()}/flota-demo-`)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('prepare: fills an empty database once, and never one with data', async () => {
  const lines: string[] = []
  const place = { dataDir, notice: (line: string) => lines.push(line) }
  const users = await prepareDemo(place, wanted)
  expect(lines).toContain('Creando los datos de la demostración: 50 rutas…')

  lines.length = 0
  expect(await prepareDemo(place, { ...wanted, rutas: 60 })).toBe(users)
  expect(lines).toEqual([])

  const postgres = await startPostgres(place)
  const db = connect(postgres.connection, () => undefined, 1)
  // Delivered trips too are at their hours by the clock of the company.
  const away = sql`select from rutas where inicio <> (fecha + hora) at time zone ${wanted.zone}`
  expect(await many(db, away)).toEqual([])
  await run(db, raw('comment on table usuarios is null'))
  await db.close()
  await postgres.stop()
  await expect(prepareDemo(place, wanted)).rejects.toThrow(/no son de la demostración/)
})
