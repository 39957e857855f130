import { createHash, randomInt, randomUUID } from 'node:crypto'
import { aFile } from '../archivos.ts'
import { aPersona } from '../factories.ts'
import { type CrashClient, retryingSender } from './retryingSender.ts'

interface StoredFile {
  id: number
  /** Of the files of its record. */
  path: string
  sha256: string
}

const parallelUploads = 4
/** A record takes 30, and an interrupted upload counts for a while. */
const filesPerRecord = 20
const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Uploads files to new records until stopped. */
export function startUploads(caller: CrashClient) {
  const send = retryingSender(caller)
  const stored: StoredFile[] = []
  let isStopped = false
  const uploadAll = async () => {
    for (let sent = 0, path = ''; !isStopped; sent++) {
      if (sent % filesPerRecord === 0) {
        const { body } = await send('POST', '/api/clientes', aPersona(), randomUUID())
        path = `/api/archivos?entidad=clientes&entidad_id=${body.data.id}`
      }
      const bytes = aFile('jpg', randomInt(20_000, 100_000))
      const { status, body } = await send('POST', path, bytes, randomUUID())
      if (status !== 201) throw new Error(`An upload was answered ${status}: ${JSON.stringify(body)}`)
      stored.push({ id: body.data.id, path, sha256: sha256Of(bytes) })
    }
  }
  const all = Promise.all(Array.from({ length: parallelUploads }, uploadAll))
  // stop() reports the error.
  all.catch(() => undefined)
  /** Returns the acknowledged files. @throws if an upload was refused */
  return async (): Promise<StoredFile[]> => {
    isStopped = true
    await all
    return stored
  }
}

/** Returns what is wrong with these files and their records, as a program serves them. */
export async function findFaults(
  { address, token }: CrashClient,
  stored: readonly StoredFile[],
): Promise<string[]> {
  const get = (url: string) => fetch(address() + url, { headers: { authorization: `Bearer ${token}` } })
  const faults: string[] = []
  for (const { id, sha256 } of stored) {
    const answer = await get(`/api/archivos/${id}/contenido`)
    const isSame = sha256Of(Buffer.from(await answer.arrayBuffer())) === sha256
    if (!answer.ok || !isSame) faults.push(`file ${id}: status ${answer.status}, other bytes than were sent`)
  }
  for (const [path, files] of Map.groupBy(stored, (file) => file.path)) {
    // The contract's shape.
    const { data } = (await (await get(path)).json()) as { data: { id: number }[] }
    const [listed, sent] = [data, files].map((all) =>
      all
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
        .join(),
    )
    if (listed !== sent) faults.push(`${path}: lists ${listed}; acknowledged were ${sent}`)
  }
  return faults
}
