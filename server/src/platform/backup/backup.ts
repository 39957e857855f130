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
 * Writes one moment's data into an empty folder.
 * @param after what belongs to it beside, done before it takes its name
 * @param isRowsAlone what its manifest says: it comes without files
 * @throws {StartError} when it can't, or the database is not ours
 */
export async function writeBackup(
  session: DedicatedConnection,
  folder: string,
  program: string,
  afterCopy: (beside: string, manifest: Manifest) => Promise<void> = async () => undefined,
  { isRowsAlone = false } = {},
): Promise<Manifest> {
  const tables = await findTables(session)
  if (!tables.some(({ name }) => name === 'migraciones')) {
    throw new StartError('La base de datos no tiene datos de este programa.')
  }
  return makeFolderAtomically(folder, async (beside) => {
    const manifest = await inTransaction(session, 'isolation level repeatable read, read only', () =>
      copyAll(session, tables, beside, { program, ...(isRowsAlone && { sin_archivos: true as const }) }),
    )
    await afterCopy(beside, manifest)
    return manifest
  })
}

async function copyAll(
  session: DedicatedConnection,
  tables: DbTable[],
  folder: string,
  about: Pick<Manifest, 'program' | 'sin_archivos'>,
) {
  // Before the snapshot: a migration that rewrote a table after it would leave the table empty in it.
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

/** One text file a table, compressed: PostgreSQL's own format, which every version and `psql` reads. */
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
  return { ...table, rows, file, ...measure.found(), ...(comment !== null && { comment }) }
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
  return { through, found: () => ({ bytes, sha256: hash.digest('hex') }) }
}
