import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { expect, test } from 'vitest'
import { readBackup } from '../platform/backup/restore.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { insert } from '../platform/db/records.ts'
import { type Database, one, run, sql } from '../platform/db/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import { readVersion } from '../platform/version.ts'
import { applyOldMigrations, createOldDatabase } from '../test/oldDatabase.ts'
import { startCommand } from '../test/program.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'
import { programsPerTest } from '../test/testPrograms.ts'
import { userPassword } from '../test/users.ts'

// What older programs left is brought to this version at the start, and is all there (docs/contract/configuration.md).

const { directory, start, endAll } = programsPerTest()

/** Starts this program on them, and asks it as a person does who was a user before. */
async function upgraded(env: Record<string, string>) {
  const program = start(env)
  const address = await program.listening
  const call = async (method: string, path: string, body?: unknown, token = '') => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
    return { status: answer.status, body: (await answer.json()) as any }
  }
  const login = await call('POST', '/api/auth/login', { username: 'JEFA', password: userPassword })
  expect(login.status).toBe(200)
  const { token } = login.body.data
  const check = await startCommand('checkData', [], env).ended
  expect(check).toEqual({
    code: 0,
    stdout: 'Los datos están bien: no había nada que corregir.\n',
    stderr: '',
  })
  return {
    program,
    get: async (path: string) => (await call('GET', path, undefined, token)).body,
    post: (path: string, body: unknown) => call('POST', path, body, token),
  }
}

const insertUser = async (db: Database, username: string, more: Record<string, string> = {}) =>
  insert(db, 'usuarios', { username, password_hash: await hashPassword(userPassword), rol_id: 1, ...more })

const insertCamion = (db: Database, placa: string, isDeleted = false) =>
  one<{ id: number }>(
    db,
    sql`insert into camiones (placa, marca, modelo, color, tipo, tarjeta_circulacion, busqueda, eliminado_en, version)
      values (${placa}, 'Kenworth', 'T680', 'Rojo', 'Cabezal', 'TC-1', ${`${placa.toLowerCase()}\nkenworth\nt680`},
        ${isDeleted ? sql`now()` : null}, 3) returning id`,
  )

test('from the very first version: users, trucks and twins', async () => {
  const { db, drop } = await createOldDatabase(1)
  for (const name of ['Jefa', 'José', 'José'.normalize('NFD'), 'José\u200b']) await insertUser(db, name)
  for (const placa of ['C-1', 'C\u20111', 'P-2']) await insertCamion(db, placa)
  await insertCamion(db, 'C 1', true)
  await run(db, sql`insert into intentos (username, direccion, en_curso) values ('jefa', '192.0.2.1', false)`)
  const { get, post, program } = await upgraded({ DATABASE_URL: await findDatabaseUrl(db) })

  const camiones = (await get('/api/camiones')).data
  expect(camiones.map(({ placa }: { placa: string }) => placa).toSorted()).toEqual(
    ['C-1', 'C\u20111', 'P-2'].toSorted(),
  )
  expect(camiones[0]).toMatchObject({ marca: 'Kenworth', version: 3 })
  const usuarios = (await get('/api/usuarios?buscar=jose')).data
  expect(usuarios.map(({ username }: { username: string }) => username)).toHaveLength(3)
  expect((await get('/api/papelera')).data).toMatchObject([{ tipo: 'camiones', nombre: 'C 1' }])
  expect((await get('/api/reportes')).data).toEqual([])
  const twins = program
    .stderr()
    .split('\n')
    .filter((line) => line.includes('two records under one name'))
  expect(twins).toHaveLength(3)
  const another = { placa: 'c 1', marca: 'm', modelo: 'm', color: 'c', tipo: 't', tarjeta_circulacion: 't' }
  expect((await post('/api/camiones', another)).status).toBe(409)
  await endAll()
  await drop()
})

/** As a program left it whose PostgreSQL was still a part of the server, and which was killed. */
async function olderDataDir() {
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: () => undefined })
  const db = connect(postgres.connection, () => undefined, 2, migrationTimeoutMs)
  await applyOldMigrations(db, 5)
  await insertUser(db, 'Jefa', { busqueda: 'jefa' })
  const camion = await insertCamion(db, 'C-7')
  const jose = { nombre: 'José', apellido: 'López', telefono: '5555-1234', busqueda: 'jose\nlopez' }
  await insert(db, 'clientes', jose)
  await insert(db, 'choferes', { ...jose, tipo_licencia: 'A' })
  for (const [no_ruta, precio, estado] of [
    ['RUTA-001', '1250.50', 'Entregado'],
    ['RUTA-002', '99.99', 'Pendiente'],
  ])
    await run(
      db,
      sql`with nueva as (
          insert into rutas (no_ruta, numero, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id,
            fecha, hora, precio, estado, busqueda)
          values (${no_ruta}, ${Number(no_ruta?.slice(5))}, 1, 'Flete', 'Cemento', ${camion?.id}, 'Guatemala', 'Cobán', 1,
            '2026-11-20', '08:30', ${precio}, ${estado},
            ${`${no_ruta?.toLowerCase()}\njose lopez\nflete\njose lopez`}) returning *),
        historia as (
          insert into rutas_historial (ruta_id, estado_nuevo, usuario_id) select id, estado, 1 from nueva)
        select contar_ruta(null, nueva) from nueva`,
    )
  await db.close()
  await postgres.stop()
  await writeFile(join(directory.dataDir, 'flota.pid'), '1\n')
  await mkdir(join(directory.dataDir, 'pg.init-abc123'))
  expect((await readdir(directory.dataDir)).toSorted()).toEqual([
    'flota.lock',
    'flota.pid',
    'log',
    'pg',
    'pg.init-abc123',
    'run',
  ])
}

test('from a DATA_DIR of the program whose database was not a workspace yet, backed up before it is changed', async () => {
  await olderDataDir()
  const { get, post } = await upgraded({ DATA_DIR: directory.dataDir })

  const rutas = (await get('/api/rutas?buscar=lopez')).data
  expect(rutas).toMatchObject(
    [
      {
        no_ruta: 'RUTA-001',
        precio: 1250.5,
        cliente_nombre: 'José',
        camion_placa: 'C-7',
        estado: 'Entregado',
      },
      { no_ruta: 'RUTA-002', precio: 99.99, estado: 'Pendiente' },
    ].toReversed(),
  )
  expect((await get(`/api/rutas/${rutas[1].id}/historial`)).data).toMatchObject([
    { estado_nuevo: 'Entregado', usuario: 'Jefa' },
  ])
  expect((await get('/api/reportes')).data).toMatchObject([
    { periodo: '2026-11-20', total_rutas: 2, ingresos_totales: 1350.49 },
  ])
  expect((await get('/api/rutas/next-number')).data).toEqual({ nextRutaNumber: 'RUTA-003' })
  const cliente = { nombre: 'Rosa', apellido: 'Xicará', telefono: '5555-0000' }
  expect((await post('/api/clientes', cliente)).status).toBe(201)

  const name = `antes-de-${await readVersion()}`
  expect(await readdir(`${directory.dataDir}-respaldos`)).toEqual([name])
  const { manifest } = await readBackup(join(`${directory.dataDir}-respaldos`, name))
  expect(manifest.schema).toBe(5)
  expect(manifest.tables.find((table) => table.name === 'rutas')).toMatchObject({ rows: 2 })
})
