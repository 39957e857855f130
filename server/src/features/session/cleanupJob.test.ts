import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, raw, sql } from '../../platform/db/sql.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { purgeLoginAttempts } from './cleanupJob.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const add = (accion: string, days: number) =>
  server.db.query(
    sql`insert into bitacora (momento, tipo, accion, motivo)
      values (now() - make_interval(days => ${days}), 'sesiones', ${accion}, ${`${accion} ${days}`})`,
  )
const remainingRows = async () =>
  (
    await many<{ motivo: string }>(
      server.db,
      sql`select motivo from bitacora where motivo is not null order by id`,
    )
  ).map(({ motivo }) => motivo)

test('purgeLoginAttempts: deletes rejected logins after 90 days and nothing else', async () => {
  for (const days of [0, 89, 91, 400]) {
    await add('rechazado', days)
    await add('entrar', days)
  }
  await purgeLoginAttempts(server.db, 1)
  expect(await remainingRows()).toEqual([
    'rechazado 0',
    'entrar 0',
    'rechazado 89',
    'entrar 89',
    'entrar 91',
    'entrar 400',
  ])
})

test('bitacora: rejects every other DELETE and every UPDATE', async () => {
  await add('rechazado', 91)
  for (const statement of [
    "delete from bitacora where accion = 'entrar'",
    "delete from bitacora where accion = 'rechazado'",
    "update bitacora set usuario = 'otro' where accion = 'rechazado'",
    "update bitacora set momento = now() - interval '100 days' where accion = 'entrar'",
    'truncate bitacora',
  ])
    await expect(server.db.query(raw(statement))).rejects.toThrow('is only added to')
})

test('purgeLoginAttempts: deletes known networks after 30 days', async () => {
  await server.db.query(
    sql`insert into accesos (username, red, momento)
      select 'ana', '192.0.2.' || days, now() - make_interval(days => days) from unnest(array[1, 29, 31]) days`,
  )
  await purgeLoginAttempts(server.db)
  const rows = await many(
    server.db,
    sql`select red from accesos where username = 'ana' order by momento desc`,
  )
  expect(rows).toEqual([{ red: '192.0.2.1' }, { red: '192.0.2.29' }])
})
