import { archivoLimits } from '@flota/contract/archivoLimits.ts'
import type { Archivo, ArchivoAbout, archivo } from '@flota/contract/archivos.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { z } from 'zod'
import type { Database, Db } from '../db/sql.ts'
import type { FileStore, Received } from '../fileStore.ts'
import type { Session } from '../http/bearer.ts'
import { fileTooLarge, invalid, unavailable, wrongFile } from '../http/errors.ts'
import { isAnswered, keyOf } from '../http/once.ts'
import { answerOnce, type Input, noRoom } from '../http/serve.ts'
import { type Kind, kindOfBytes } from './kindOfBytes.ts'
import {
  type Begun,
  beginArchivo,
  findRegistro,
  finishArchivo,
  forgetArchivo,
  type Registro,
} from './queries.ts'

export interface Site {
  db: Database
  store: FileStore
  /** Where the rows go, and where the bytes go. */
  hasRoom: () => Promise<boolean>
}

/** What is added to which record. */
export interface Wanted {
  registro: Registro
  about: ArchivoAbout
}

/** Either of the calls that add a file. */
type Upload = Endpoint<
  'POST /api/archivos' | 'POST /api/piloto/ruta/:id/archivos',
  z.ZodType,
  z.ZodType,
  z.ZodType,
  typeof archivo,
  'data'
>

/**
 * In the order of refusals that contract.md section 5 gives. While bytes come no connection is held.
 * @returns the answer
 */
export async function upload(
  site: Site,
  endpoint: Upload,
  input: Input<Upload>,
  wanted: Wanted,
): Promise<unknown> {
  const { session, request } = input
  const key = keyOf(endpoint, input)
  const isRepeat = key !== undefined && (await isAnswered(site.db, key))
  if (!isRepeat) await findRegistro(site.db, wanted.registro, session)
  const isRoomy = await site.hasRoom()
  if (Number(request.headers['content-length']) > archivoLimits.bytes) throw fileTooLarge()
  // Who is told before all is read goes on sending, and is to hear it: the stream stays open.
  const body = request.raw.iterator({ destroyOnReturn: false })
  const received = await site.store.receive(body, archivoLimits.bytes, isRoomy)
  try {
    const kind = accepted(received)
    if (!isRoomy) throw noRoom(request)
    await input.admitAgain()
    const once = onceFor(endpoint, input, received)
    // What was answered may be forgotten at this very moment: the next try is a first one then.
    if (isRepeat) return await once(() => Promise.reject(unavailable()))
    return await add(site, { ...wanted.registro, about: wanted.about, kind, received }, session, once)
  } finally {
    await site.store.drop(received)
  }
}

/** @throws {HttpError} 400, 413 or 415 */
function accepted({ bytes, head }: Received): Kind {
  if (bytes === 0) throw invalid({ archivo: sentences.required })
  if (bytes > archivoLimits.bytes) throw fileTooLarge()
  const kind = kindOfBytes(head)
  if (!kind) throw wrongFile()
  return kind
}

type Once = (work: (tx: Db) => Promise<Archivo>) => Promise<unknown>

const onceFor =
  (endpoint: Upload, input: Input<Upload>, { sha256 }: Received): Once =>
  (work) =>
    answerOnce(endpoint, input, keyOf(endpoint, input, sha256), (own) => own.transaction(work))

/** The row is committed before the bytes have their name, and is seen after that. */
async function add({ db, store }: Site, begun: Begun, session: Session, once: Once): Promise<unknown> {
  const id = await beginArchivo(db, store, begun, session.user.id)
  const row = { isWritten: false, isFinished: false }
  try {
    const answer = await once(async (tx) => {
      await findRegistro(tx, begun, session)
      const archivo = await finishArchivo(tx, id)
      row.isWritten = true
      return archivo
    })
    row.isFinished = row.isWritten
    return answer
  } finally {
    // Refused, or a repeat that came while the first was being written. What can't be taken away now, is swept.
    if (!row.isFinished)
      await forgetArchivo(db, store, { id, sha256: begun.received.sha256 }).catch(() => undefined)
  }
}
