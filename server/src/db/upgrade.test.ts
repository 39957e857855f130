import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../session/queries.ts'
import { oldDatabase } from '../test/oldDatabase.ts'
import { insertReferences, insertRuta } from '../test/rutas.ts'
import { type TestApp, testApp } from '../test/testApp.ts'
import { migrate } from './migrate.ts'
import { one, run, sql } from './sql.ts'

// What an older program left, under this one.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

test('a pilot’s key of before the upgrade stays valid, for 30 days now', async () => {
  const { db, drop } = await oldDatabase(6)
  const references = await insertReferences(db)
  const ruta = await insertRuta(db, references)
  const user = { password_hash: 'ninguna', estado: 'activo' as const }
  const row = await one<{ id: number }>(
    db,
    sql`insert into usuarios (username, password_hash, rol_id, permisos, piloto_id, busqueda)
      values ('Julio', ${user.password_hash}, 2, '{4,5}', ${references.chofer_id}, 'julio') returning id`,
  )
  const id = row?.id ?? 0
  const huella = createHash('sha256')
    .update('{"nuevoEstado":"En curso","comentario":null,"version":null}')
    .digest('base64url')
  const respuesta = { id: ruta, estado: 'En curso', precio: 100, eliminado_en: null }
  await run(
    db,
    sql`insert into idempotencia (usuario_id, ruta_id, clave, huella, respuesta, creado_en)
      values (${id}, ${ruta}, 'vieja', ${huella}, ${JSON.stringify(respuesta)}, now() - interval '29 days')`,
  )
  await migrate(db)
  const opened = await openSession(db, { id, ...user })
  const piloto = server.clientOf(server.another({ db }), opened?.token, id)
  const send = (nuevoEstado: string) =>
    piloto.send({
      method: 'PUT',
      url: `/piloto/ruta/${ruta}/estado`,
      payload: { nuevoEstado },
      headers: { 'idempotency-key': 'vieja' },
    })
  const { status, body } = await send('En curso')
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: 'Estado actualizado correctamente',
      data: { id: ruta, estado: 'En curso' },
    },
  ])
  expect((await send('Entregado')).status).toBe(409)
  expect((await piloto.get('/piloto/mis-rutas')).body.data).toMatchObject([{ estado: 'Pendiente' }])
  await drop()
})
