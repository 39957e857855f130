import { join } from 'node:path'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { connect, migrationTimeoutMs } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { raw } from './platform/db/sql.ts'
import { findDefinitions } from './test/databaseDefinitions.ts'
import { openDebian } from './test/debian.ts'
import { aCamion, aChofer, aPersona } from './test/factories.ts'
import { startCommand } from './test/program.ts'
import { makeRelease100 } from './test/release100.ts'
import { readContents, restoredContents } from './test/respaldo.ts'
import { programsPerTest } from './test/testPrograms.ts'

// Runs on Debian's PostgreSQL packages: the oldest supported major version and, with FLOTA_DEBIAN=todas
// (npm run test:failover), each newer one of Debian's repositories.

const debian = await openDebian()
const majors = debian?.majors.slice(0, process.env.FLOTA_DEBIAN === 'todas' ? undefined : 1) ?? []
afterAll(() => debian?.remove())

const testPrograms = programsPerTest()
const at = (name: string) => join(testPrograms.directory.path, name)
const ADMIN_PASSWORD = 'La oficina abre a las 7'

test.skipIf(majors.length > 0)('Debian’s PostgreSQL: skipped because apt-get is missing or has none', () => {
  expect(majors).not.toEqual([])
})

/** Creates a trip with its references. @returns the daily report */
async function work(address: string): Promise<unknown> {
  let token = ''
  const call = async (path: string, body?: object) => {
    const answer = await fetch(address + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status]).toEqual([path, body && token ? 201 : 200])
    // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
    return ((await answer.json()) as any).data
  }
  token = (await call('/api/auth/login', { username: 'admin', password: ADMIN_PASSWORD })).token
  const cliente_id = (await call('/api/clientes', aPersona({ nombre: 'Ñuflo' }))).id
  const chofer_id = (await call('/api/choferes', aChofer())).id
  const camion_id = (await call('/api/camiones', aCamion())).id
  const { nextRutaNumber } = await call('/api/rutas/next-number')
  const trip = {
    no_ruta: nextRutaNumber,
    servicio: 'Flete',
    mercaderia: 'Café',
    origen: 'Cobán',
    destino: 'Zacapa',
  }
  const when = { fecha: '2026-11-20', hora: '08:00', precio: 100 }
  await call('/api/rutas', { ...trip, ...when, cliente_id, chofer_id, camion_id })
  expect(await call('/api/rutas?buscar=NUFLO%20coban')).toEqual([])
  expect((await call('/api/rutas?buscar=nuflo')).length).toBeGreaterThan(0)
  return call('/api/reportes?filtro=dia')
}

describe.each(majors)('PostgreSQL %i of Debian', (major) => {
  let unpacked: Promise<string> | undefined
  const programs = () => {
    unpacked ??= debian?.unpack(major)
    return unpacked ?? Promise.reject(new Error('no Debian'))
  }

  test('supports migrations and restores as POSTGRES_BIN and as DATABASE_URL', async () => {
    const env = { POSTGRES_BIN: await programs(), ADMIN_PASSWORD, LOG_LEVEL: 'fatal' }
    const command = (name: string, more: Record<string, string>) =>
      startCommand(name, [at('copia')], { ...env, ...more }).ended
    const { dataDir } = testPrograms.directory
    const program = testPrograms.start(env)
    await work(await program.listening)
    expect(program.stdout()).toMatch(new RegExp(`^  PostgreSQL  ${major}\\.\\d+$`, 'm'))
    expect(await command('backup', { DATA_DIR: dataDir })).toMatchObject({ code: 0, stderr: '' })

    const reach = (database: string) =>
      connect(
        { host: join(dataDir, 'run'), user: 'postgres', database },
        () => undefined,
        1,
        migrationTimeoutMs,
      )
    const [first, second] = [reach('flota'), reach('llegada')]
    await first.query(raw('create database llegada'))
    const DATABASE_URL = `postgresql:///llegada?host=${encodeURIComponent(join(dataDir, 'run'))}&user=postgres`
    const there = { DATABASE_URL, DATA_DIR: at('archivos') }
    expect(await command('restore', there)).toMatchObject({ code: 0, stderr: '' })
    expect(restoredContents(await readContents(second))).toEqual(restoredContents(await readContents(first)))
    expect(await findDefinitions(second)).toEqual(await findDefinitions(first))
    await Promise.all([first.close(), second.close()])
    const report = await work(await testPrograms.start({ ...env, ...there }).listening)
    await testPrograms.endAll()

    expect(await command('restore', { DATA_DIR: at('otra') })).toMatchObject({ code: 0, stderr: '' })
    expect(await work(await testPrograms.start({ ...env, DATA_DIR: at('otra') }).listening)).toEqual(report)
  })

  test('upgrades the databases of earlier releases', async () => {
    const postgres = await startPostgres({
      dataDir: testPrograms.directory.dataDir,
      binDir: await programs(),
      notice: () => undefined,
    })
    const reach = (database: string) =>
      connect({ ...postgres.connection, database }, () => undefined, 1, migrationTimeoutMs)
    const all = []
    for (const name of ['nueva', 'anterior']) {
      const [admin, db] = [reach('flota'), reach(name)]
      await admin.query(raw(`create database ${name}`))
      if (name === 'anterior') await makeRelease100(db)
      await migrate(db)
      all.push(await findDefinitions(db))
      await Promise.all([admin.close(), db.close()])
    }
    await postgres.stop()
    expect(all[1]).toEqual(all[0])
  })
})
