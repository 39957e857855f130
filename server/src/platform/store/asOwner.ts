import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { chownTree } from '@flota/postgres/dataDir.ts'

/** What `work` makes in this folder belongs to whom the folder belongs, or the one that it stands in. */
export async function asOwnerOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const owner = await stat(folder).catch(() => stat(dirname(folder)).catch(() => undefined))
  const done = await work()
  if (owner) chownTree(folder, { uid: owner.uid, gid: owner.gid, prefix: [] })
  return done
}
