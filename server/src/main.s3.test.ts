import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from './platform/db/sql.ts'
import { hashPath } from './platform/store/FolderStore.ts'
import { aFile, filesIn } from './test/archivos.ts'
import { createMigratedDatabase } from './test/emptyDatabase.ts'
import { aPersona } from './test/factories.ts'
import { startCommand } from './test/program.ts'
import { ADMIN_PASSWORD, connectOffice } from './test/programClient.ts'
import { findDatabaseUrl } from './test/respaldo.ts'
import { type S3Server, startS3Server } from './test/s3Server.ts'
import { programsPerTest } from './test/testPrograms.ts'

// The program and its commands with an S3 store.

const programs = programsPerTest({ isMigrated: true })
const at = (name: string) => join(programs.directory.path, name)
let s3: S3Server
beforeEach(async () => {
  s3 = await startS3Server()
})
afterEach(() => s3.close())

const start = (env: Record<string, string>) => programs.start({ ADMIN_PASSWORD, LOG_LEVEL: 'silent', ...env })
const command = (name: string, words: string[], env: Record<string, string>) =>
  startCommand(name, words, env).ended
const done = (stdout: string | RegExp) => ({
  code: 0,
  stderr: '',
  stdout: expect.stringMatching(stdout),
})
const stored = () => [...s3.objects.keys()].toSorted()

/** Creates a client. @returns the URL of its files */
async function aRecord(office: Awaited<ReturnType<typeof connectOffice>>) {
  const { id } = await office.post('/api/clientes', aPersona())
  return `/api/archivos?entidad=clientes&entidad_id=${id}`
}

test('start: exits with one line without the secret when the store rejects it', async () => {
  const refused = start({ ...s3.env('ARCHIVOS_S3'), ARCHIVOS_S3_SECRET: 'no-es-este' })
  expect(await refused.ended).toEqual({ code: 1, signal: null })
  expect(refused.stderr()).toMatch(
    /^ARCHIVOS_S3_URL no se puede usar \(http:\/\/127\.0\.0\.1:\d+\/cubo\): 403 SignatureDoesNotMatch The word of the store\.\n$/,
  )
  expect(refused.stdout() + refused.stderr()).not.toContain('no-es-este')
})

test('store: is shared by two programs; the cleanup job deletes an upload of a killed program', async () => {
  const server = await createMigratedDatabase()
  const env = { DATABASE_URL: await findDatabaseUrl(server.pool()), ...s3.env('ARCHIVOS_S3') }
  const [one, two] = [start({ ...env, DATA_DIR: at('uno') }), start({ ...env, DATA_DIR: at('dos') })]
  const [first, second] = [await connectOffice(await one.listening), await connectOffice(await two.listening)]
  expect(one.stdout()).toMatch(new RegExp(`^  Archivos +${s3.url}$`, 'm'))
  const url = await aRecord(first)
  const bytes = aFile('jpg', 300_000)
  const { id, sha256 } = await first.post(url, bytes)
  expect(await second.contents(id)).toEqual([200, bytes])
  await second.post(url, bytes)
  expect(stored()).toEqual([hashPath(sha256)])
  expect([...filesIn(at('uno/archivos')), ...filesIn(at('dos/archivos'))]).toEqual([])

  // The store receives the file but does not respond.
  s3.setFault(({ method }) => (method === 'PUT' ? 'silent' : undefined))
  const cut = first.post(url, aFile()).catch(() => 'cut')
  await expect.poll(stored).toHaveLength(2)
  one.child.kill('SIGKILL')
  expect(await cut).toBe('cut')
  s3.setFault(() => undefined)
  expect(await second.get(url)).toHaveLength(2)
  const row = sql`update archivos set creado_en = now() - interval '25 hours' where terminado_en is null`
  expect(await run(server.pool(), row)).toBe(1)
  start({ ...env, DATA_DIR: at('uno') })
  await expect.poll(stored).toEqual([hashPath(sha256)])
  expect(await second.get(url)).toHaveLength(2)
  await programs.endAll()
  await server.drop()
})

test('archivos: copies files from a folder to the store and back, repeatably', async () => {
  const before = await connectOffice(await start({}).listening)
  const url = await aRecord(before)
  const bytes = [aFile('jpg', 300_000), aFile('pdf'), aFile('png')]
  const files: { id: number; sha256: string }[] = []
  for (const each of bytes) files.push(await before.post(url, each))
  const places = files.map(({ sha256 }) => hashPath(sha256)).toSorted()
  const folder = join(programs.directory.dataDir, 'archivos')
  const env = { DATA_DIR: programs.directory.dataDir, ...s3.env('ARCHIVOS_S3', 'fotos') }
  const inStore = () => stored().map((name) => name.replace('fotos/', ''))

  expect(await command('archivos', ['copiar', folder], env)).toEqual(
    done(/^De 3 archivos, 3 se copiaron y 0 ya estaban\.\n$/),
  )
  expect(inStore()).toEqual(places)
  expect(await command('archivos', ['copiar', folder], env)).toEqual(
    done(/ 0 se copiaron y 3 ya estaban\.\n$/),
  )
  await programs.endAll()

  const moved = await connectOffice(await start(env).listening)
  for (const [i, { id }] of files.entries()) expect(await moved.contents(id)).toEqual([200, bytes[i]])
  const sound = 'Los datos están bien: no había nada que corregir.\n'
  expect(await command('checkData', [], env)).toEqual(done(new RegExp(`^${sound}$`)))

  expect(await command('archivos', ['traer', at('fotos')], env)).toEqual(
    done(/ 3 se copiaron y 0 ya estaban\.\n$/),
  )
  expect(filesIn(at('fotos'))).toEqual(places)
  const bad = files[1]?.sha256 ?? ''
  s3.objects.set(`fotos/${hashPath(bad)}`, Buffer.from('otra cosa'))
  s3.objects.delete(`fotos/${places.find((place) => place !== hashPath(bad))}`)
  expect(await command('archivos', ['traer', at('mal')], env)).toEqual(
    done(new RegExp(`^De 2 archivos, 1 se copiaron y 0 ya estaban\\.\n.*:\n  ${bad}\n$`)),
  )
  s3.objects.set(`fotos/ab/cd/abcd${'0'.repeat(60)}`, Buffer.from('de nadie'))
  const check = await command('checkData', [], env)
  expect(check).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Faltan 2 de 3 archivos, que no están enteros en ARCHIVOS_S3_URL:\n/),
  })
  expect(check.stdout).toContain('\nHay 1 archivo que ninguna fila nombra')
  expect(await command('archivos', ['copiar', at('fotos')], env)).toEqual(
    done(/ 2 se copiaron y 1 ya estaban\.\n$/),
  )
  expect(await command('archivos', ['copiar', at('otro')], env)).toMatchObject({
    code: 1,
    stderr: `${at('otro')} no es una carpeta que se pueda leer.\n`,
  })
  expect(await command('archivos', ['copiar', at('fotos')], {})).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^ARCHIVOS_S3_URL falta: [^\n]+\n$/),
  })
})

test('backup: copies files unless --sin-archivos, for a restore into another store; automatic backups do not', async () => {
  const env = { DATA_DIR: programs.directory.dataDir, ...s3.env('ARCHIVOS_S3', 'a') }
  const office = await connectOffice(await start(env).listening)
  const url = await aRecord(office)
  const [bytes, other] = [aFile('jpg', 300_000), aFile('pdf')]
  const { id, sha256 } = await office.post(url, bytes)
  const binned = await office.post(url, other)

  expect(await command('backup', [at('copia')], env)).toEqual(done(/ tablas y 2 archivos\.\n$/))
  expect(filesIn(at('copia/archivos'))).toEqual([hashPath(sha256), hashPath(binned.sha256)].toSorted())
  expect(await command('backup', ['--sin-archivos', at('filas')], env)).toEqual(
    done(/ tablas\.\nSin los 2 archivos, que quedan en ARCHIVOS_S3_URL\.\n$/),
  )
  const automatic = at('respaldos/respaldo-2026-11-20T08-00-00Z')
  expect(await command('automaticBackup', [automatic], env)).toEqual(
    done(/^\{"archivos_faltan":0,"renewed":0,"unreadable":\[\]\}\n$/),
  )
  expect(filesIn(at('respaldos')).filter((name) => name.startsWith('archivos'))).toEqual([])

  await office.delete(`/api/archivos/${binned.id}?version=1`)
  await programs.endAll()

  const there = { DATA_DIR: at('nuevo'), ...s3.env('ARCHIVOS_S3', 'b') }
  expect(await command('restore', [at('copia')], there)).toMatchObject({ code: 0, stderr: '' })
  expect(stored().filter((name) => name.startsWith('b/'))).toEqual(
    [hashPath(sha256), hashPath(binned.sha256)].map((place) => `b/${place}`).toSorted(),
  )
  const restored = await connectOffice(await start(there).listening)
  expect(await restored.contents(id)).toEqual([200, bytes])
  await programs.endAll()

  // Backups without files need the original store.
  const manifest = JSON.parse(readFileSync(join(automatic, 'manifest.json'), 'utf8'))
  expect(manifest.sin_archivos).toBe(true)
  const same = await command('restore', [automatic], { ...env, DATA_DIR: at('mismo') })
  expect([same.code, same.stdout]).toEqual([0, expect.not.stringContaining('Faltan')])
  const empty = await command('restore', [at('filas')], {
    DATA_DIR: at('vacio'),
    ...s3.env('ARCHIVOS_S3', 'c'),
  })
  expect(empty).toEqual(done(/^Faltan 2 de 2 archivos, que este respaldo no trae: es solo de las filas:\n/m))
})

test('purge: deletes files from the store', async () => {
  const server = await createMigratedDatabase()
  const env = {
    DATABASE_URL: await findDatabaseUrl(server.pool()),
    DATA_DIR: at('uno'),
    ...s3.env('ARCHIVOS_S3'),
  }
  const office = await connectOffice(await start(env).listening)
  const url = await aRecord(office)
  const { id, sha256 } = await office.post(url, aFile('jpg', 300_000))
  const live = await office.post(url, aFile())
  await office.delete(`/api/archivos/${id}?version=1`)
  await run(
    server.pool(),
    sql`update archivos set eliminado_en = now() - interval '91 days' where id = ${id}`,
  )
  expect(await command('purge', ['--dias', '90', '--prueba'], env)).toEqual(done(/^Se quitaría 1 archivo /))
  expect(stored()).toContain(hashPath(sha256))
  expect(await command('purge', ['--dias', '90'], env)).toEqual(
    done(/^Se quitó 1 archivo y se liberaron \d{3} KB\.\n$/),
  )
  expect(stored()).toEqual([hashPath(live.sha256)])
  await programs.endAll()
  await server.drop()
})
