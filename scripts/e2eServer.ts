import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Starts the program for browser tests, with temporary data.

const data = mkdtempSync(join(tmpdir(), 'flota-e2e-'))
process.on('exit', () => rmSync(data, { recursive: true, force: true }))
Object.assign(process.env, { DATA_DIR: data, HOST: '127.0.0.1', PORT: '0' })
delete process.env.DATABASE_URL

await import('../server/src/main.ts')
