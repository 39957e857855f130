import { importLimits, importWords } from '@flota/contract/importarWords.ts'

/** What keeps a file from being sent; another one has to be chosen. */
class Unfit extends Error {}

const changed = 'El archivo cambió. Elígelo otra vez.'

/** FNV-1a of the bytes: the browser's own sums are missing over plain http. */
function fingerprint(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum
}

/** What each file held when it was read first. */
const known = new WeakMap<File, number>()

/** The bytes of a file, the same each time. @throws {Unfit} where it is too large, or was changed on the disk */
export async function bytesOf(file: File): Promise<Blob> {
  if (file.size > importLimits.bytes) throw new Unfit(importWords.tooLarge)
  const before = known.get(file)
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes)
    throw new Unfit(before === undefined ? 'No se pudo leer el archivo. Elígelo otra vez.' : changed)
  const sum = fingerprint(new Uint8Array(bytes))
  // A browser that reads what is there now does not tell that it is something else.
  if (before !== undefined && before !== sum) throw new Unfit(changed)
  known.set(file, sum)
  return new Blob([bytes], { type: 'application/octet-stream' })
}
