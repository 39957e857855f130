import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { type Database, many, one, run, sql } from '../../platform/db/sql.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { aCamion } from '../../test/factories.ts'
import { createOldDatabase } from '../../test/oldDatabase.ts'
import { startProgram } from '../../test/program.ts'
import { insertReferences, insertRutaRow } from '../../test/rutas.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUsuario, defaultPassword, loginAs } from '../../test/usuarios.ts'
import { openSession } from '../session/queries.ts'
import { findDuplicates } from './legacyDuplicates.ts'

// An old database holds records that are one to this program. They stay; another one is not made.

let server: TestApp
let old: Awaited<ReturnType<typeof createOldDatabase>>
let db: Database
let admin: Client
const usuarios: number[] = []
const camiones: number[] = []
const rutas: number[] = []
const nfc = 'José'
const nfd = nfc.normalize('NFD')

beforeAll(async () => {
  server = await testApp()
  old = await createOldDatabase(6)
  db = old.db
  const idOf = async (statement: ReturnType<typeof sql>) =>
    (await one<{ id: number }>(db, statement))?.id ?? 0
  const hash = await hashPassword(defaultPassword)
  for (const name of ['admin', nfc, nfd])
    usuarios.push(
      await idOf(sql`insert into usuarios (username, password_hash, rol_id, busqueda)
        values (${name}, ${hash}, 1, ${name}) returning id`),
    )
  for (const placa of ['C-1', 'C\u20111', 'c–1', 'P-1'])
    camiones.push(
      await idOf(sql`insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda)
        values (${placa}, 'm', 'm', 'c', 't', 't', ${placa}) returning id`),
    )
  // In the bin it is no twin.
  await run(
    db,
    sql`insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda, eliminado_en)
      values ('P\u20111', 'm', 'm', 'c', 't', 't', '', now())`,
  )
  const references = await insertReferences(db)
  for (const no_ruta of ['RUTA-7', 'RUTA-７']) rutas.push(await insertRutaRow(db, references, { no_ruta }))
  await run(db, sql`update rutas set eliminado_en = now() where id = ${rutas[1]}`)
  await migrate(db)
  const id = usuarios[0]!
  const opened = await openSession(db, { id, password_hash: hash, estado: 'activo' })
  admin = server.clientOf(server.startAnotherApp({ db }), opened?.token, id)
})
afterAll(async () => {
  await server.close()
  await old.drop()
})

const camion = (placa: string, color = 'Azul') => aCamion({ placa, color })
const twins = async () => (await findDuplicates(db)).map(({ valor, otro_valor }) => [valor, otro_valor])

test('each is told in one line of the start’s log', async () => {
  const row = await one<{ name: string }>(db, sql`select current_database() as name`)
  const program = startProgram({
    DATABASE_URL: `postgres:///${row?.name}?host=${inject('postgres')}&user=postgres`,
  })
  await program.listening
  const told = program
    .stderr()
    .split('\n')
    .filter((line) => line.includes('two records under one name'))
    // Each line is an object.
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(told).toEqual(
    [
      ['usuarios', usuarios[2], nfd, usuarios[1], nfc],
      ['camiones', camiones[1], 'C\u20111', camiones[0], 'C-1'],
      ['camiones', camiones[2], 'c–1', camiones[0], 'C-1'],
      ['rutas', rutas[1], 'RUTA-７', rutas[0], 'RUTA-7'],
    ].map(([tabla, id, valor, otro_id, otro_valor]) =>
      expect.objectContaining({ tabla, id, valor, otro_id, otro_valor }),
    ),
  )
  program.child.kill('SIGTERM')
  await program.ended
})

test('users: each logs in as it is written, and no third is made', async () => {
  const app = { ...server, stranger: server.clientOf(server.startAnotherApp({ db })) }
  for (const [name, id] of [
    [nfc, usuarios[1]],
    [nfd, usuarios[2]],
    [nfd.toUpperCase(), usuarios[2]],
    ['ｊosé', usuarios[1]],
  ] as const)
    expect((await loginAs(app, name)).userId).toBe(id)
  expect((await admin.post('/api/usuarios', aUsuario({ username: 'JOSÉ' }))).status).toBe(409)

  const second = `/api/usuarios/${usuarios[2]}`
  for (const changes of [{ username: nfd }, { estado: 'inactivo' }, { estado: 'activo' }])
    expect((await admin.put(second, changes)).status).toBe(200)
  expect((await admin.put(second, { username: nfd.toUpperCase() })).status).toBe(409)
  expect((await admin.put(second, { username: 'Pepe' })).status).toBe(200)
  expect((await admin.put(second, { username: nfd })).status).toBe(409)
  expect((await admin.post('/api/usuarios', aUsuario({ username: 'PEPE' }))).status).toBe(409)
  expect((await twins()).flat()).not.toContain(nfd)
})

test('trucks: whoever gives the plate up leaves it to its twin', async () => {
  const [first, second, third] = camiones.map((id) => `/api/camiones/${id}`)
  const refused = async () => expect((await admin.post('/api/camiones', camion('C1'))).status).toBe(409)
  await refused()
  for (const [url, placa] of [
    [first, 'C-1'],
    [first, 'c 1'],
    [second, 'C\u20111'],
  ] as const)
    expect((await admin.put(url!, camion(placa))).status).toBe(200)
  expect((await admin.put(second!, camion('C 1'))).status).toBe(409)

  expect((await admin.put(first!, camion('D-1'))).status).toBe(200)
  await refused()
  expect((await admin.put(first!, camion('C-1'))).status).toBe(409)
  expect(await twins()).toContainEqual(['c–1', 'C\u20111'])
  await admin.delete(second!)
  await refused()
  expect((await admin.put(third!, camion('c–1', 'Rojo'))).status).toBe(200)
  expect((await admin.post(`/api/papelera/camiones/${camiones[1]}/restaurar`)).status).toBe(409)
  await admin.delete(third!)
  expect((await admin.post('/api/camiones', camion('C1'))).status).toBe(201)
  expect((await admin.post(`/api/papelera/camiones/${camiones[2]}/restaurar`)).status).toBe(409)
})

test('routes: the bin counts, and who comes back from it is still one', async () => {
  const references = await many<Record<string, number>>(
    db,
    sql`select cliente_id, camion_id, chofer_id, ayudante_id from rutas where id = ${rutas[0]}`,
  )
  const form = {
    servicio: 's',
    mercaderia: 'm',
    origen: 'o',
    destino: 'd',
    fecha: '2026-11-20',
    hora: '08:00',
  }
  const ruta = (no_ruta: string) => ({ ...form, ...references[0], precio: 1, estado: 'Pendiente', no_ruta })
  const taken = await admin.post('/api/rutas', ruta('ruta-7'))
  expect([taken.status, taken.body.data]).toEqual([409, { nextRutaNumber: 'RUTA-008' }])
  expect((await admin.post(`/api/papelera/rutas/${rutas[1]}/restaurar`)).status).toBe(200)
  expect((await admin.put(`/api/rutas/${rutas[1]}`, ruta('RUTA-７'))).status).toBe(200)
  expect((await admin.put(`/api/rutas/${rutas[0]}`, ruta('RUTA-9'))).status).toBe(200)
  expect((await admin.post('/api/rutas', ruta('RUTA-7'))).status).toBe(409)
  expect((await admin.put(`/api/rutas/${rutas[1]}`, ruta('RUTA-10'))).status).toBe(200)
  expect((await admin.post('/api/rutas', ruta('RUTA-7'))).status).toBe(201)
  expect((await twins()).flat()).not.toContain('RUTA-７')
})
