import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyDatabase } from '../server/src/test/program.ts'

// Starts the program for browser tests, with temporary data. Tests give their own servers a migrated database.

const data = mkdtempSync(join(tmpdir(), 'flota-e2e-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0' })
delete process.env.DATABASE_URL
if (process.env.E2E_DATABASE) await copyDatabase(process.env.E2E_DATABASE, data)

await import('../server/src/main.ts')
