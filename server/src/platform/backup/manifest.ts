import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '@flota/postgres/startError.ts'
import { z } from 'zod'

/** Written last: a folder without a manifest is not a complete backup. */
export const manifestName = 'manifest.json'

const format = 1

const manifest = z.object({
  format: z.literal(format),
  program: z.string(),
  /** Number of the newest migration. */
  schema: z.int(),
  moment: z.string(),
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

/** Returns the manifest's text. Its last field is the digest of all others. */
export function serializeManifest(contents: Manifest): string {
  // Parsing fixes the order of the fields.
  const all = manifest.parse({ format, ...contents })
  const sha256 = createHash('sha256').update(JSON.stringify(all)).digest('hex')
  return `${JSON.stringify({ ...all, sha256 }, null, 2)}\n`
}

/** @throws {StartError} if the backup is incomplete, damaged or of a newer program */
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
