import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { one, raw, sql } from './platform/db/sql.ts'
import { createEmptyDatabase } from './test/emptyDatabase.ts'
import { processTree, stillRunning } from './test/program.ts'
import { findDatabaseUrl } from './test/respaldo.ts'
import { programsPerTest } from './test/testPrograms.ts'

const { directory, start } = programsPerTest()

/** Expects a failed start. @returns its only line of standard error */
async function startError(env: Record<string, string>): Promise<string> {
  const program = start(env)
  const { code, signal } = await program.ended
  expect([code, signal]).toEqual([1, null])
  const lines = program.stderr().split('\n').filter(Boolean)
  expect(lines).toEqual([expect.any(String)])
  expect(program.stderr()).not.toMatch(/\bat |node:|\.ts:/)
  return lines[0] ?? ''
}

describe('start: exits with 1 and one line', () => {
  test.each([
    ['PORT', 'ochenta'],
    ['POSTGRES_BIN', '/dev/null'],
    ['HOST', 'dos palabras'],
    ['DATABASE_URL', 'mysql://u:clave-secreta@h/b'],
    ['ADMIN_USERNAME', 'x'.repeat(61)],
    ['ADMIN_PASSWORD', '12345678'],
    ['EMPRESA_NOMBRE', 'x'.repeat(101)],
    ['SMTP_URL', 'smtp://u:clave-secreta@h'],
    ['CORREO_REMITENTE', 'flota@empresa.gt'],
    ['TZ_EMPRESA', 'Guatemala'],
    ['TRUST_PROXY', 'sí'],
    ['METRICS_PORT', 'sí'],
    ['LOG_LEVEL', 'mucho'],
  ])('when %s=%s, before it creates anything', async (name, value) => {
    const line = await startError({ [name]: value })
    expect(line.startsWith(`${name} `)).toBe(true)
    expect(line).not.toMatch(/clave-secreta|12345678/)
    expect(existsSync(directory.dataDir)).toBe(false)
  })

  test('when HOST belongs to another machine', async () => {
    expect(await startError({ HOST: '192.0.2.1' })).toMatch(/^HOST /)
    expect(await startError({ HOST: 'nadie.invalid' })).toMatch(/^HOST /)
  })

  test('without the password when DATABASE_URL is unreachable', async () => {
    const line = await startError({ DATABASE_URL: 'postgres://u:clave-secreta@127.0.0.1:1/b' })
    expect(line).toMatch(/^DATABASE_URL /)
    expect(line).not.toContain('clave-secreta')
  })

  test.each(['/dev/null', '/dev/null/archivos'])('when ARCHIVOS_DIR is not a folder: %s', async (folder) =>
    expect(await startError({ ARCHIVOS_DIR: folder })).toMatch(/^ARCHIVOS_DIR /),
  )

  test('with the file name when a migration fails', async () => {
    const { pool, drop } = await createEmptyDatabase()
    const db = pool(1)
    await db.query(raw('create table sesiones (de_otro int)'))
    const line = await startError({ DATABASE_URL: await findDatabaseUrl(db) })
    expect(line).toMatch(
      /^La base de datos no se pudo actualizar y quedó como estaba: 0001_schema\.sql falló \([^()]*"sesiones"[^()]*\)\.$/,
    )
    expect(await one(db, sql`select to_regclass('camiones') as made`)).toEqual({ made: null })
    await drop()
  })

  test('when DATA_DIR is in use', async () => {
    const first = start()
    const address = await first.listening
    expect(await startError({})).toContain('DATA_DIR')
    expect((await fetch(`${address}/api/salud`)).status).toBe(200)
  })

  test('when PORT is in use; the first start shows the password all the same, and only once', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const failed = start({ PORT: String(port) })
    expect((await failed.ended).code).toBe(1)
    expect(failed.stderr()).toMatch(new RegExp(`^PORT ${port} `))
    const [, password] = /Usuario +admin\n +Contraseña +(\S{8,})/.exec(failed.stdout()) ?? []
    other.close()
    const program = start()
    const body = JSON.stringify({ username: 'admin', password })
    const headers = { 'content-type': 'application/json' }
    const login = await fetch(`${await program.listening}/api/auth/login`, { method: 'POST', headers, body })
    expect(login.status).toBe(200)
    expect(program.stdout()).not.toContain('Contraseña')
    const tree = await processTree(program.pid)
    program.child.kill('SIGTERM')
    await program.ended
    expect(await stillRunning(tree)).toEqual([])
  })
})
