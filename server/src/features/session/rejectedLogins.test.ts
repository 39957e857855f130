import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, run, scalar, sql } from '../../platform/db/sql.ts'
import { readEnv } from '../../platform/env.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { aUser, tryLogin, userPassword } from '../../test/users.ts'
import { logOmittedRejections } from './cleanupJob.ts'

// Failed logins of a whole IPv6 customer, and the rows that they leave (docs/contract/sessions.md).

let server: TestApp
beforeAll(async () => {
  server = await testApp({ env: readEnv({ TRUST_PROXY: 'true' }) })
})
afterAll(() => server.close())

const login = async (username: string, password: string, address: string) =>
  tryLogin(server.app, username, password, address)
const rejections = () =>
  many<{ usuario: string | null; cambios: object }>(
    server.db,
    sql`select usuario, cambios from bitacora where accion = 'rechazado' order by momento, id`,
  )

test('login: returns 429 after 300 failures of one /48 from many /64, and works from another /48', async () => {
  const { username } = await aUser(server)
  await run(
    server.db,
    sql`insert into intentos (username, direccion, sitio, momento, en_curso)
      select 'nadie-' || n, '2001:db8:77:' || to_hex(n) || '::/64', '2001:db8:77::/48', now() - interval '5 minutes', false
      from generate_series(1, 299) n`,
  )
  expect((await login(username, userPassword, '2001:db8:77:aaaa::1')).status).toBe(200)
  expect((await login('nadie', 'no es esta', '2001:db8:77:bbbb::1')).status).toBe(401)
  const { status, headers } = await login(username, userPassword, '2001:db8:77:cccc::1')
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(590)
  expect((await login(username, userPassword, '2001:db8:78:cccc::1')).status).toBe(200)
  expect((await login(username, userPassword, '192.0.2.7')).status).toBe(200)
})

test('rejected logins: only 1,000 of an hour get a row of the log, and one row has the number of the others', async () => {
  const { username } = await aUser(server)
  const before = (await rejections()).length
  await run(
    server.db,
    sql`insert into conteos_por_hora values ('rechazado', date_trunc('hour', now()), 999)
      on conflict (que, hora) do update set n = excluded.n`,
  )
  for (let i = 1; i <= 4; i++) expect((await login(username, 'no es esta', `192.0.2.${i}`)).status).toBe(401)
  expect(await rejections()).toHaveLength(before + 1)
  await logOmittedRejections(server.db)
  expect(await rejections()).toHaveLength(before + 1)
  await run(server.db, sql`update conteos_por_hora set hora = hora - interval '1 hour'`)
  await logOmittedRejections(server.db)
  await logOmittedRejections(server.db)
  const summaries = (await rejections()).filter(({ cambios }) => 'omitidos' in cambios)
  expect(summaries).toEqual([{ usuario: null, cambios: { omitidos: [null, 3] } }])
  expect(await scalar(server.db, sql`select count(*) from conteos_por_hora`)).toBe(0)
})
