import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { StartError } from '@flota/postgres/startError.ts'
import { type DedicatedConnection, inTransaction } from '../db/dedicatedConnection.ts'
import { one, raw, sql } from '../db/sql.ts'
import { makeFolderAtomically } from './folders.ts'
import { type Manifest, manifestName, serializeManifest, type TableFile } from './manifest.ts'
import { type DbTable, findSequences, findTables } from './tables.ts'

/**
 * Writes a consistent snapshot of the database into a new folder.
 * @param afterCopy adds the files before the staging folder is renamed to `folder`
 * @param isRowsAlone marks the manifest: the backup has no files
 * @throws {StartError} if the database does not belong to this program or is being upgraded
 */
export async function writeBackup(
  session: DedicatedConnection,
  folder: string,
  program: string,
  afterCopy: (staging: string, manifest: Manifest) => Promise<void> = async () => undefined,
  { isRowsAlone = false } = {},
): Promise<Manifest> {
  const tables = await findTables(session)
  if (!tables.some(({ name }) => name === 'migraciones')) {
    throw new StartError('La base de datos no tiene datos de este programa.')
  }
  return makeFolderAtomically(folder, async (staging) => {
    const manifest = await inTransaction(session, 'isolation level repeatable read, read only', () =>
      copyAll(session, tables, staging, { program, ...(isRowsAlone && { sin_archivos: true as const }) }),
    )
    await afterCopy(staging, manifest)
    return manifest
  })
}

async function copyAll(
  session: DedicatedConnection,
  tables: DbTable[],
  folder: string,
  about: Pick<Manifest, 'program' | 'sin_archivos'>,
) {
  // Lock before the snapshot: a table that a migration rewrites after the snapshot would look empty in it.
  await session.query(raw(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`))
  const state = await one<{ moment: string; schema: number }>(
    session,
    sql`select now() as moment, max(version) as schema from migraciones`,
  )
  if (!state || JSON.stringify(await findTables(session)) !== JSON.stringify(tables)) {
    throw new StartError('La base de datos se actualizaba en este momento: intenta de nuevo.')
  }
  const files: TableFile[] = []
  for (const table of tables) files.push(await copyTable(session, table, folder))
  const manifest = { ...about, ...state, tables: files, sequences: await findSequences(session) }
  await writeFile(join(folder, manifestName), serializeManifest(manifest), { mode: 0o600, flush: true })
  return manifest
}

/** Writes a table in PostgreSQL's COPY text format, which every version reads. */
async function copyTable(
  session: DedicatedConnection,
  { comment, ...table }: DbTable,
  folder: string,
): Promise<TableFile> {
  const file = `${table.name.replace(/\W/g, '_')}.copy.zst`
  const measure = measureBytes()
  const rows = await session.copyOut(
    `copy ${table.name} (${table.columns.join(', ')}) to stdout`,
    [createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }), measure.through],
    createWriteStream(join(folder, file), { mode: 0o600, flush: true }),
  )
  return { ...table, rows, file, ...measure.result(), ...(comment !== null && { comment }) }
}

function measureBytes() {
  const hash = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { through, result: () => ({ bytes, sha256: hash.digest('hex') }) }
}
