import { importLimits, importWords } from '@flota/contract/importarWords.ts'

/** What keeps a file from being sent; another one has to be chosen. */
class UnreadableFileError extends Error {}

const fileChangedMessage = 'El archivo cambió. Elígelo otra vez.'

/** FNV-1a of the bytes: the browser's own sums are missing over plain http. */
function fingerprint(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum
}

/** What each file held when it was read first. */
const fingerprints = new WeakMap<File, number>()

/** The bytes of a file, the same each time. @throws {Unfit} where it is too large, or was changed on the disk */
export async function readUnchangedBytes(file: File): Promise<Blob> {
  if (file.size > importLimits.maxBytes) throw new UnreadableFileError(importWords.tooLarge)
  const before = fingerprints.get(file)
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes)
    throw new UnreadableFileError(
      before === undefined ? 'No se pudo leer el archivo. Elígelo otra vez.' : fileChangedMessage,
    )
  const sum = fingerprint(new Uint8Array(bytes))
  // A browser that reads what is there now does not tell that it is something else.
  if (before !== undefined && before !== sum) throw new UnreadableFileError(fileChangedMessage)
  fingerprints.set(file, sum)
  return new Blob([bytes], { type: 'application/octet-stream' })
}
