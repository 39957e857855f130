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

const number = new Intl.NumberFormat('es-GT')
/** At a time, so that the rows of a company's years need not be in memory at once. */
const pageSize = 1000
/** Where a disk is not there, everything is missing. */
const maxListedFiles = 100

/** Every finished file, those in the bin too. */
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

/** Compares the files' rows with what the store has, by size. @returns what an operator reads of it, a line each */
export async function reportMissingFiles(db: Db, store: FileStore, where: string): Promise<string[]> {
  const sizes = await store.withSizes()
  const lost: string[] = []
  let count = 0
  let all = 0
  for await (const archivo of finishedFiles(db)) {
    all++
    const size = await sizes.sizeOf(archivo.sha256)
    if (size === archivo.bytes) continue
    count++
    if (count <= maxListedFiles) lost.push(missingFileLine(archivo, size))
  }
  if (count === 0) return []
  const more = count > maxListedFiles ? [`  y ${number.format(count - maxListedFiles)} más`] : []
  return [`Faltan ${number.format(count)} de ${number.format(all)} archivos, ${where}:`, ...lost, ...more]
}

/** Counts what lies in the store and no row names. @returns what an operator reads of it */
export async function reportUnnamedFiles(db: Db, store: FileStore): Promise<string[]> {
  let count = 0
  // Before the rows are asked for: an upload has its row first.
  const hashes = await Array.fromAsync(store.list(), ({ sha256 }) => sha256)
  for (let i = 0; i < hashes.length; i += pageSize) {
    const page = hashes.slice(i, i + pageSize)
    const named = await many(db, sql`select distinct sha256 from archivos where sha256 = any(${page})`)
    count += page.length - named.length
  }
  if (count === 0) return []
  if (count === 1) return ['Hay 1 archivo que ninguna fila nombra: ahí se queda.']
  return [`Hay ${number.format(count)} archivos que ninguna fila nombra: ahí se quedan.`]
}

function missingFileLine(
  { id, nombre, entidad, entidad_id, sha256, bytes }: Archivo,
  size: number | undefined,
) {
  const found =
    size === undefined ? 'no está' : `tiene ${number.format(size)} de ${number.format(bytes)} bytes`
  return `  ${nombre}, de ${entidad} ${entidad_id} (archivo ${id}): ${found}, ${hashPath(sha256)}`
}
