import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSession } from '../../features/session/queries.ts'
import { findDefinitions } from '../../test/databaseDefinitions.ts'
import { createOldDatabase } from '../../test/oldDatabase.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { migrate } from './migrate.ts'
import { many, one, run, sql } from './sql.ts'

// What an older program left, under this one.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

test('a pilot’s key of before the upgrade stays valid, for 30 days now', async () => {
  const { db, drop } = await createOldDatabase(6)
  const references = await insertReferences(db)
  const ruta = await insertRutaRow(db, references)
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
  const piloto = server.clientOf(server.startAnotherApp({ db }), opened?.token, id)
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

const migrations = readdirSync(new URL('migrations/', import.meta.url)).filter((name) =>
  name.endsWith('.sql'),
)
const older = migrations.map((_, i) => i).slice(1)

test.each(older)(
  'a database of version %i becomes what an empty one does, its rows kept',
  async (version) => {
    const { db, drop } = await createOldDatabase(version)
    await run(
      db,
      sql`insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda)
      values ('C-1', 'Volvo', 'FH', 'Rojo', 'Cabezal', 'T-1', 'c-1')`,
    )
    await migrate(db)
    expect(await findDefinitions(db)).toEqual(await findDefinitions(server.db))
    expect(await one(db, sql`select placa, modelo from camiones_leer`)).toEqual({
      placa: 'C-1',
      modelo: 'FH',
    })
    await drop()
  },
)

test('a file that was called by anything is called by what its bytes are, and the log has no row of it', async () => {
  const { db, drop } = await createOldDatabase(23)
  await run(
    db,
    sql`insert into usuarios (username, password_hash, rol_id, permisos, busqueda)
      values ('ana', 'ninguna', 1, '{}', 'ana')`,
  )
  const names: [tipo: string, before: string, after: string][] = [
    ['application/pdf', 'factura.hta', 'factura.hta.pdf'],
    ['application/pdf', 'factura\u202efdp.hta', 'facturafdp.hta.pdf'],
    ['application/pdf', 'FACTURA.PDF', 'FACTURA.PDF'],
    ['image/jpeg', 'puerta.jpeg', 'puerta.jpeg'],
    ['image/jpeg', '😀'.repeat(100), `${'😀'.repeat(96)}.jpg`],
    ['image/png', 'a\tb\u0085.jpg', 'ab.jpg.png'],
    ['image/webp', '\u2066 \u2069', 'foto.webp'],
  ]
  for (const [tipo, before] of names) {
    await run(
      db,
      sql`insert into archivos (entidad, entidad_id, clase, nombre, tipo_mime, bytes, sha256, subido_por_id, terminado_en)
        select 'camiones', 1, 'foto', ${before}, ${tipo}, 1, ${'a'.repeat(64)}, id, now() from usuarios`,
    )
  }
  await migrate(db)
  const after = await many<{ nombre: string }>(db, sql`select nombre from archivos order by id`)
  expect(after.map(({ nombre }) => nombre)).toEqual(names.map(([, , name]) => name))
  expect(await many(db, sql`select from bitacora where tipo = 'archivos'`)).toEqual([])
  await drop()
})
