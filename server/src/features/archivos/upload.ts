import { archivoLimits, archivoRefusals } from '@flota/contract/archivoLimits.ts'
import type { Archivo, ArchivoAbout, archivo } from '@flota/contract/archivos.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/http/authentication.ts'
import {
  conflict,
  fileTooLarge,
  invalid,
  pictureTooLarge,
  unavailable,
  wrongFile,
} from '../../platform/http/errors.ts'
import { isAnswered, keyOf } from '../../platform/http/idempotency.ts'
import { answerOnce, type Input } from '../../platform/http/serve.ts'
import { noRoom } from '../../platform/limits/diskSpaceGuard.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import type { Received } from '../../platform/store/uploadStaging.ts'
import { type FileKind, FirstBytes } from './detectFileType.ts'
import {
  type BegunFile,
  beginArchivo,
  findRegistro,
  finishArchivo,
  forgetArchivo,
  isFull,
  type Registro,
} from './queries.ts'
import { beginSubida, type UploadPlace } from './uploadReservations.ts'

export interface UploadSite extends UploadPlace {
  store: FileStore
}

/** What is added to which record. */
export interface WantedFile {
  registro: Registro
  about: ArchivoAbout
}

/** Any of the calls that add a file. */
type Upload = Endpoint<
  'POST /api/archivos' | 'POST /api/piloto/ruta/:id/archivos' | 'POST /api/piloto/gastos/:id/archivos',
  z.ZodType,
  z.ZodType,
  z.ZodType,
  typeof archivo,
  'data'
>

/**
 * In the order of refusals that docs/contract/files.md gives. While bytes come no connection is held.
 * @returns the answer
 */
export async function upload(
  site: UploadSite,
  endpoint: Upload,
  input: Input<Upload>,
  { registro, about }: WantedFile,
): Promise<unknown> {
  const { session, request } = input
  const key = keyOf(endpoint, input)
  if (key && (await isAnswered(site.db, key))) return repeat(site, endpoint, input)
  await findRegistro(site.db, registro, session)
  const subida = await beginSubida(site, { session, key, length: request.headers['content-length'] })
  try {
    if (!subida.isRoomy) {
      // Nothing of it will lie on the disk.
      await subida.end()
      return await takeIn(site, input, { writes: false }, () => refuse(site, request, registro))
    }
    return await takeIn(site, input, { writes: true }, async (received, kind) => {
      await input.admitAgain()
      const once = onceFor(endpoint, input, received)
      return add(site, { ...registro, about, kind, received }, session, once)
    })
  } finally {
    await subida.end()
  }
}

/** What was answered is told again, to whoever sends the same bytes: they count for nothing. */
const repeat = (site: UploadSite, endpoint: Upload, input: Input<Upload>): Promise<unknown> =>
  takeIn(site, input, { writes: false }, async (received) => {
    if (!(await site.hasRoom())) throw noRoom(input.request)
    await input.admitAgain()
    // It may be forgotten at this very moment: the next try is a first one then.
    return onceFor(endpoint, input, received)(() => Promise.reject(unavailable()))
  })

/** @throws {HttpError} 409 where the record has all its files, else 503 */
async function refuse(
  { db, hasRoom }: UploadSite,
  request: FastifyRequest,
  registro: Registro,
): Promise<never> {
  if (await isFull(db, registro)) throw conflict(archivoRefusals.tooMany)
  throw (await hasRoom())
    ? noRoom(request, 'less than twice DISCO_MINIMO_MB would be free: no file is taken')
    : noRoom(request)
}

/**
 * Takes in the bytes and lends them to `work`, if they are such as are taken.
 * @throws {HttpError} 400, 413 or 415
 */
async function takeIn(
  { store: { arrivals } }: UploadSite,
  { request }: Input<Upload>,
  { writes }: { writes: boolean },
  work: (received: Received, kind: FileKind) => Promise<unknown>,
): Promise<unknown> {
  if (Number(request.headers['content-length']) > archivoLimits.bytes) throw fileTooLarge()
  // Who is told before all is read goes on sending, and is to hear it: the stream stays open.
  const body = request.raw.iterator({ destroyOnReturn: false })
  const first = new FirstBytes()
  const received = await arrivals.receive(body, archivoLimits.bytes, writes, (chunk) => first.look(chunk))
  try {
    return await work(received, accepted(received, first))
  } finally {
    await arrivals.drop(received)
  }
}

/** @throws {HttpError} 400, 413 or 415 */
function accepted({ bytes }: Received, first: FirstBytes): FileKind {
  if (bytes === 0) throw invalid({ archivo: sentences.required })
  if (bytes > archivoLimits.bytes) throw fileTooLarge()
  const kind = first.kind()
  if (!kind) throw wrongFile()
  if ((first.pixels() ?? 0) > archivoLimits.pixels) throw pictureTooLarge()
  return kind
}

type Once = (work: (tx: Db) => Promise<Archivo>) => Promise<unknown>

const onceFor =
  (endpoint: Upload, input: Input<Upload>, { sha256 }: Received): Once =>
  (work) =>
    answerOnce(endpoint, input, keyOf(endpoint, input, sha256), (own) => own.transaction(work))

/** The row is committed before the bytes have their name, and is seen after that. */
async function add(
  { db, store }: UploadSite,
  begun: BegunFile,
  session: Session,
  once: Once,
): Promise<unknown> {
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
