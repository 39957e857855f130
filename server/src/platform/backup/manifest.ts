import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'

/** The last file that a backup writes: a folder without it is none. */
export const manifestName = 'manifest.json'

const format = 1

const manifest = z.object({
  format: z.literal(format),
  /** The program's version, and the newest migration of the database. */
  program: z.string(),
  schema: z.int(),
  /** The moment that all rows are of. */
  moment: z.string(),
  /** It has the rows alone: their files lie in a store of their own, or were left out. */
  sin_archivos: z.literal(true).optional(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      file: z.string().regex(/^\w+\.copy\.zst$/),
      bytes: z.int(),
      sha256: z.string(),
      comment: z.string().optional(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.int().nullable() })),
})

export type Manifest = Omit<z.output<typeof manifest>, 'format'>
export type TableFile = Manifest['tables'][number]

/** Its last field is the digest of all before it. */
export function serializeManifest(contents: Manifest): string {
  // Parsed, so that the fields stand in one order.
  const all = manifest.parse({ format, ...contents })
  const sha256 = createHash('sha256').update(JSON.stringify(all)).digest('hex')
  return `${JSON.stringify({ ...all, sha256 }, null, 2)}\n`
}

/** @throws {StartError} when the folder holds no whole backup, or one that this program can't read */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError(`No hay un respaldo completo en ${folder}.`)
  const raw = parseJson(text)
  if (isNewer(raw)) {
    throw new StartError(
      `El respaldo de ${folder} es de una versión más nueva del programa. Instala la versión nueva.`,
    )
  }
  const { data } = manifest.safeParse(raw)
  if (!data) throw damagedBackupError(folder, manifestName)
  const { format: _, ...contents } = data
  // Written again it must be the same, to the letter.
  if (serializeManifest(contents) !== text) throw damagedBackupError(folder, manifestName)
  return contents
}

export const damagedBackupError = (folder: string, file: string) =>
  new StartError(`El respaldo de ${folder} está dañado (${file}): usa otro.`)

const isNewer = (raw: unknown) =>
  typeof raw === 'object' && raw !== null && 'format' in raw && Number(raw.format) > format

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
