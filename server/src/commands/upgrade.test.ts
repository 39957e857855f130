import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { expect, test } from 'vitest'
import { readBackup } from '../platform/backup/restore.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { type Database, run, sql } from '../platform/db/sql.ts'
import { hashPassword } from '../platform/passwords.ts'
import { readVersion } from '../platform/version.ts'
import { createEmptyDatabase } from '../test/emptyDatabase.ts'
import { startCommand } from '../test/program.ts'
import { makeRelease100 } from '../test/release100.ts'
import { findDatabaseUrl } from '../test/respaldo.ts'
import { programsPerTest } from '../test/testPrograms.ts'
import { userPassword } from '../test/users.ts'

// A start upgrades the data of older programs (docs/contract/configuration.md).

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

/** Release 1.0.0 with rows in every table, in which Jefa can log in. */
async function fill(db: Database) {
  await makeRelease100(db)
  await run(db, sql`update usuarios set password_hash = ${await hashPassword(userPassword)} where id = 1`)
}

async function expectAllThere({ get, post }: Awaited<ReturnType<typeof upgraded>>) {
  expect((await get('/api/camiones')).data).toMatchObject([{ placa: 'C-7', marca: 'Kenworth', version: 3 }])
  expect((await get('/api/papelera')).data).toMatchObject([{ tipo: 'camiones', nombre: 'C 7' }])
  const rutas = (await get('/api/rutas?buscar=lopez')).data
  expect(rutas).toMatchObject([
    { no_ruta: 'RUTA-002', precio: 99.99, estado: 'Incidente' },
    {
      no_ruta: 'RUTA-001',
      precio: 1250.5,
      cliente_nombre: 'Ñuflo',
      camion_placa: 'C-7',
      estado: 'Entregado',
    },
  ])
  expect((await get(`/api/rutas/${rutas[1].id}/historial`)).data).toMatchObject([
    { estado_nuevo: 'Entregado', usuario: 'Julio' },
  ])
  expect((await get('/api/reportes')).data).toMatchObject([
    { periodo: '2026-11-20', total_rutas: 2, ingresos_totales: 1350.49 },
  ])
  expect((await get('/api/rutas/next-number')).data).toEqual({ nextRutaNumber: 'RUTA-003' })
  const cliente = { nombre: 'Rosa', apellido: 'Xicará', telefono: '5555-0000' }
  expect((await post('/api/clientes', cliente)).status).toBe(201)
  const camion = { placa: 'c 7', marca: 'm', modelo: 'm', color: 'c', tipo: 't', tarjeta_circulacion: 't' }
  expect((await post('/api/camiones', camion)).status).toBe(409)
}

test('upgrade: keeps all data of a DATABASE_URL of release 1.0.0', async () => {
  const { pool, drop } = await createEmptyDatabase()
  const db = pool()
  await fill(db)
  await expectAllThere(await upgraded({ DATABASE_URL: await findDatabaseUrl(db) }))
  await endAll()
  await drop()
})

/** A DATA_DIR as a killed program left it. */
async function olderDataDir(change?: (db: Database) => Promise<unknown>) {
  const postgres = await startPostgres({ dataDir: directory.dataDir, notice: () => undefined })
  const db = connect(postgres.connection, () => undefined, 2, migrationTimeoutMs)
  await fill(db)
  await change?.(db)
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

test('upgrade: backs up a DATA_DIR of release 1.0.0 before it changes it', async () => {
  await olderDataDir()
  await expectAllThere(await upgraded({ DATA_DIR: directory.dataDir }))
  const name = `antes-de-${await readVersion()}`
  expect(await readdir(`${directory.dataDir}-respaldos`)).toEqual([name])
  const { manifest } = await readBackup(join(`${directory.dataDir}-respaldos`, name))
  expect(manifest.schema).toBe(41)
  expect(manifest.tables.find((table) => table.name === 'rutas')).toMatchObject({ rows: 2 })
})

test('start: ends in one line, without a backup, when DATA_DIR is older than 1.0.0', async () => {
  await olderDataDir((db) => run(db, sql`delete from migraciones where version > 40`))
  const program = start({ DATA_DIR: directory.dataDir })
  expect((await program.ended).code).toBe(1)
  expect(program.stderr()).toMatch(/^La base de datos es de una versión anterior a la 1\.0\.0: [^\n]+\n$/)
  await expect(readdir(`${directory.dataDir}-respaldos`)).rejects.toThrow('ENOENT')
})
