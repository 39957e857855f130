import { importLimits, importWords } from '@flota/contract/imports/importarWords.ts'

/** The user has to choose the file again. */
class UnreadableFileError extends Error {}

const fileChangedMessage = 'El archivo cambió. Elígelo otra vez.'

/** Returns FNV-1a of the bytes: browsers offer crypto.subtle over https only. */
function fingerprint(bytes: Uint8Array): number {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum
}

/** Fingerprint of each file at its first reading. */
const fingerprints = new WeakMap<File, number>()

/**
 * Returns the file's bytes.
 * @throws UnreadableFileError if the file is too large or changed on disk since its first reading
 */
export async function readUnchangedBytes(file: File): Promise<Blob> {
  if (file.size > importLimits.maxBytes) throw new UnreadableFileError(importWords.tooLarge)
  const before = fingerprints.get(file)
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes)
    throw new UnreadableFileError(
      before === undefined ? 'No se pudo leer el archivo. Elígelo otra vez.' : fileChangedMessage,
    )
  const sum = fingerprint(new Uint8Array(bytes))
  // Some browsers read a changed file without an error.
  if (before !== undefined && before !== sum) throw new UnreadableFileError(fileChangedMessage)
  fingerprints.set(file, sum)
  return new Blob([bytes], { type: 'application/octet-stream' })
}
