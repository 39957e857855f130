import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { one, raw, sql } from './platform/db/sql.ts'
import { createEmptyDatabase } from './test/emptyDatabase.ts'
import { processTree, stillRunning } from './test/program.ts'
import { findDatabaseUrl } from './test/respaldo.ts'
import { programsPerTest } from './test/testPrograms.ts'

const { directory, start } = programsPerTest()

/** A start that does not come about: what it says, and nothing else. */
async function refused(env: Record<string, string>): Promise<string> {
  const program = start(env)
  const { code, signal } = await program.ended
  expect([code, signal]).toEqual([1, null])
  const lines = program.stderr().split('\n').filter(Boolean)
  expect(lines).toEqual([expect.any(String)])
  expect(program.stderr()).not.toMatch(/\bat |node:|\.ts:/)
  return lines[0] ?? ''
}

describe('a start that cannot be says why in one line', () => {
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
  ])('for %s=%s, before anything is made', async (name, value) => {
    const line = await refused({ [name]: value })
    expect(line.startsWith(`${name} `)).toBe(true)
    expect(line).not.toMatch(/clave-secreta|12345678/)
    expect(existsSync(directory.dataDir)).toBe(false)
  })

  test('for a HOST that is not of this machine, leaving no database behind', async () => {
    expect(await refused({ HOST: '192.0.2.1' })).toMatch(/^HOST /)
    expect(await refused({ HOST: 'nadie.invalid' })).toMatch(/^HOST /)
  })

  test('for a DATABASE_URL where nobody answers, without its password', async () => {
    const line = await refused({ DATABASE_URL: 'postgres://u:clave-secreta@127.0.0.1:1/b' })
    expect(line).toMatch(/^DATABASE_URL /)
    expect(line).not.toContain('clave-secreta')
  })

  test.each(['/dev/null', '/dev/null/archivos'])(
    'for an ARCHIVOS_DIR that can not be a folder: %s',
    async (folder) => expect(await refused({ ARCHIVOS_DIR: folder })).toMatch(/^ARCHIVOS_DIR /),
  )

  test('for a migration that fails, with its file', async () => {
    const { pool, drop } = await createEmptyDatabase()
    const db = pool(1)
    await db.query(raw('create table sesiones (de_otro int)'))
    const line = await refused({ DATABASE_URL: await findDatabaseUrl(db) })
    expect(line).toMatch(
      /^La base de datos no se pudo actualizar y quedó como estaba: 0001_base\.sql falló \([^()]*"sesiones"[^()]*\)\.$/,
    )
    expect(await one(db, sql`select to_regclass('camiones') as made`)).toEqual({ made: null })
    await drop()
  })

  test('for a DATA_DIR that is in use', async () => {
    const first = start()
    const address = await first.listening
    expect(await refused({})).toContain('DATA_DIR')
    expect((await fetch(`${address}/api/salud`)).status).toBe(200)
  })

  test('for a port that is in use, and the password is told by the start that succeeds', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const line = await refused({ PORT: String(port) })
    expect(line).toMatch(new RegExp(`^PORT ${port} `))
    other.close()
    const program = start()
    await program.listening
    expect(program.stdout()).toMatch(/Contraseña\s+\S{8,}/)
    const tree = await processTree(program.pid)
    program.child.kill('SIGTERM')
    await program.ended
    expect(await stillRunning(tree)).toEqual([])
  })
})
