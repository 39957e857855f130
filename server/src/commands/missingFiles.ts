import { formatInteger } from '@flota/contract/core/format.ts'
import { isWhole } from '../platform/backup/backupFiles.ts'
import { type Db, many, sql } from '../platform/db/sql.ts'
import type { FileStore } from '../platform/store/FileStore.ts'
import { hashPath } from '../platform/store/FolderStore.ts'

interface Archivo {
  id: number
  nombre: string
  entidad: string
  entidad_id: number
  sha256: string
  bytes: number
}

const pageSize = 1000
/** Limited, because all files are missing if their disk is not mounted. */
export const maxListedFiles = 100
export const unlistedFilesLine = (count: number): string[] =>
  count > maxListedFiles ? [`  y ${formatInteger(count - maxListedFiles)} más`] : []

/** Yields all finished uploads, also deleted ones. */
async function* finishedFiles(db: Db): AsyncGenerator<Archivo> {
  for (let after = 0; ; ) {
    const page = await many<Archivo>(
      db,
      sql`select id, nombre, entidad, entidad_id, sha256, bytes from archivos
        where terminado_en is not null and id > ${after} order by id limit ${pageSize}`,
    )
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/**
 * Finds rows whose file is missing in the store or has another size.
 * @param isComplete also compares the bytes of all files with their hash
 * @returns lines for the operator
 */
export async function reportMissingFiles(
  db: Db,
  store: FileStore,
  where: string,
  isComplete = false,
): Promise<string[]> {
  const sizes = await store.withSizes()
  const lines: string[] = []
  let count = 0
  let all = 0
  for await (const archivo of finishedFiles(db)) {
    all++
    const size = await sizes.sizeOf(archivo.sha256)
    if (size === archivo.bytes && (!isComplete || (await isWhole(store, archivo.sha256)))) continue
    count++
    if (count <= maxListedFiles) lines.push(missingFileLine(archivo, size))
  }
  if (count === 0) return []
  const title = `Faltan ${formatInteger(count)} de ${formatInteger(all)} archivos, ${where}:`
  return [title, ...lines, ...unlistedFilesLine(count)]
}

/** Counts the files in the store without a row. @returns lines for the operator */
export async function reportUnreferencedFiles(db: Db, store: FileStore): Promise<string[]> {
  let count = 0
  // List files before reading rows, because an upload inserts its row first.
  const hashes = await Array.fromAsync(store.list(), ({ sha256 }) => sha256)
  for (let i = 0; i < hashes.length; i += pageSize) {
    const page = hashes.slice(i, i + pageSize)
    const referenced = await many(db, sql`select distinct sha256 from archivos where sha256 = any(${page})`)
    count += page.length - referenced.length
  }
  if (count === 0) return []
  if (count === 1) return ['Hay 1 archivo que ninguna fila nombra: ahí se queda.']
  return [`Hay ${formatInteger(count)} archivos que ninguna fila nombra: ahí se quedan.`]
}

function missingFileLine(
  { id, nombre, entidad, entidad_id, sha256, bytes }: Archivo,
  size: number | undefined,
) {
  const found =
    size === undefined
      ? 'no está'
      : size === bytes
        ? 'tiene otro contenido'
        : `tiene ${formatInteger(size)} de ${formatInteger(bytes)} bytes`
  return `  ${nombre}, de ${entidad} ${entidad_id} (archivo ${id}): ${found}, ${hashPath(sha256)}`
}
