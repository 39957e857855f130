import { randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptyDatabase, findConnection } from '../../test/emptyDatabase.ts'
import { createBackupFolder, neverAborted } from '../../test/respaldo.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { withDedicatedConnection } from '../db/dedicatedConnection.ts'
import { type Database, many, sql } from '../db/sql.ts'
import { writeBackup } from './backup.ts'
import { type Manifest, manifestName, serializeManifest } from './manifest.ts'
import { readBackup, restoreBackup } from './restore.ts'

// A manifest may be forged: its names must never become SQL.

let server: TestApp
let folder: Awaited<ReturnType<typeof createBackupFolder>>
let target: Awaited<ReturnType<typeof createEmptyDatabase>>
let restored: Database
/** File that a forged command would create; PostgreSQL's user may write there. */
let mark: string
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())
beforeEach(async () => {
  folder = await createBackupFolder()
  target = await createEmptyDatabase()
  restored = target.pool(1)
  mark = join(tmpdir(), `flota-forjado-${randomUUID()}`)
})
afterEach(async () => {
  await target.drop()
  await folder.remove()
  rmSync(mark, { force: true })
})

type Forge = (manifest: Manifest) => Manifest
const forgeTable =
  (forge: (table: Manifest['tables'][number]) => Partial<Manifest['tables'][number]>): Forge =>
  (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'camiones' ? { ...table, ...forge(table) } : table,
    ),
  })

/** Restores a forged manifest with a valid digest, which is not a signature. */
async function restoreForged(forge: Forge): Promise<void> {
  const path = join(folder.path, 'copia')
  const manifest = await withDedicatedConnection(await findConnection(server.db), neverAborted, (session) =>
    writeBackup(session, path, '1.2.3'),
  )
  await writeFile(join(path, manifestName), serializeManifest(forge(manifest)))
  const read = await readBackup(path)
  await withDedicatedConnection(await findConnection(restored), neverAborted, (session) =>
    restoreBackup(session, read, async () => undefined),
  )
}

const program = () => `program 'touch ${mark}'`
const forgeries: [string, () => Forge][] = [
  ['a column that is a command', () => forgeTable(() => ({ columns: [`id) from ${program()} --`] }))],
  [
    'a column that ends the statement',
    () =>
      forgeTable(({ columns }) => ({
        columns: [...columns, `x) from stdin; copy camiones from ${program()}; --`],
      })),
  ],
  ['a table that is a command', () => forgeTable(() => ({ name: `camiones from ${program()} --` }))],
  ['a system column', () => forgeTable(({ columns }) => ({ columns: [...columns, 'ctid'] }))],
  [
    'a generated column',
    () => (manifest) => ({
      ...manifest,
      tables: manifest.tables.map((table) =>
        table.name === 'tarifas' ? { ...table, columns: [...table.columns, 'vigencia'] } : table,
      ),
    }),
  ],
  ['a duplicate column', () => forgeTable(({ columns }) => ({ columns: [...columns, 'placa'] }))],
  ['a missing column', () => forgeTable(({ columns }) => ({ columns: columns.slice(1) }))],
  ...[-5, 0, 2 ** 31, Number.MAX_SAFE_INTEGER].map((last): [string, () => Forge] => [
    `a sequence at ${last}`,
    () => (manifest) => ({
      ...manifest,
      sequences: manifest.sequences.map((each) =>
        each.name === 'camiones_id_seq' ? { ...each, last } : each,
      ),
    }),
  ]),
  [
    'a sequence that is a table',
    () => (manifest) => ({ ...manifest, sequences: [{ name: 'pg_catalog.pg_class', last: 7 }] }),
  ],
]

test.each(forgeries)('restoreBackup: rejects %s and executes and stores nothing', async (_, forge) => {
  await expect(restoreForged(forge())).rejects.toThrow(StartError)
  expect(existsSync(mark)).toBe(false)
  expect(await many(restored, sql`select from pg_tables where schemaname = 'public'`)).toEqual([])
})
