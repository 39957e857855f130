import { archivoErrors, archivoLimits } from '@flota/contract/archivoLimits.ts'
import type { Archivo, ArchivoMetadata, archivo } from '@flota/contract/archivos.ts'
import type { Endpoint } from '@flota/contract/endpoint.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '../../platform/db/sql.ts'
import type { Session } from '../../platform/http/authentication.ts'
import {
  conflict,
  fileTooLarge,
  imageTooLarge,
  invalid,
  unavailable,
  unsupportedFileType,
} from '../../platform/http/errors.ts'
import { hasStoredResponse, idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import { type Input, respondOnce } from '../../platform/http/serve.ts'
import { diskFullError } from '../../platform/limits/diskSpaceGuard.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import type { StagedFile } from '../../platform/store/uploadStaging.ts'
import { type FileKind, FileTypeDetector } from './detectFileType.ts'
import {
  assertOwnerExists,
  deleteUnfinishedArchivo,
  type FileOwner,
  finishArchivo,
  hasMaxFiles,
  insertUnfinishedArchivo,
  type UnfinishedFile,
} from './queries.ts'
import { type ReservationContext, reserveUpload } from './uploadReservations.ts'

export interface UploadContext extends ReservationContext {
  store: FileStore
}

/** What is added to which record. */
export interface FileTarget {
  registro: FileOwner
  about: ArchivoMetadata
}

/** Any of the calls that add a file. */
type UploadEndpoint = Endpoint<
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
  site: UploadContext,
  endpoint: UploadEndpoint,
  input: Input<UploadEndpoint>,
  { registro, about }: FileTarget,
): Promise<unknown> {
  const { session, request } = input
  const key = idempotencyKeyOf(endpoint, input)
  if (key && (await hasStoredResponse(site.db, key))) return replayUpload(site, endpoint, input)
  await assertOwnerExists(site.db, registro, session)
  const subida = await reserveUpload(site, { session, key, length: request.headers['content-length'] })
  try {
    if (!subida.isRoomy) {
      // Nothing of it will lie on the disk.
      await subida.end()
      return await stageUpload(site, input, { writes: false }, () => rejectUpload(site, request, registro))
    }
    return await stageUpload(site, input, { writes: true }, async (received, kind) => {
      await input.revalidate()
      const once = runOnceFor(endpoint, input, received)
      return storeUpload(site, { ...registro, about, kind, received }, session, once)
    })
  } finally {
    await subida.end()
  }
}

/** What was answered is told again, to whoever sends the same bytes: they count for nothing. */
const replayUpload = (
  site: UploadContext,
  endpoint: UploadEndpoint,
  input: Input<UploadEndpoint>,
): Promise<unknown> =>
  stageUpload(site, input, { writes: false }, async (received) => {
    if (!(await site.hasFreeSpace())) throw diskFullError(input.request)
    await input.revalidate()
    // It may be forgotten at this very moment: the next try is a first one then.
    return runOnceFor(endpoint, input, received)(() => Promise.reject(unavailable()))
  })

/** @throws {HttpError} 409 where the record has all its files, else 503 */
async function rejectUpload(
  { db, hasFreeSpace }: UploadContext,
  request: FastifyRequest,
  registro: FileOwner,
): Promise<never> {
  if (await hasMaxFiles(db, registro)) throw conflict(archivoErrors.tooMany)
  throw (await hasFreeSpace())
    ? diskFullError(request, 'less than twice DISCO_MINIMO_MB would be free: no file is taken')
    : diskFullError(request)
}

/**
 * Takes in the bytes and lends them to `work`, if they are such as are taken.
 * @throws {HttpError} 400, 413 or 415
 */
async function stageUpload(
  { store: { staging } }: UploadContext,
  { request }: Input<UploadEndpoint>,
  { writes }: { writes: boolean },
  work: (received: StagedFile, kind: FileKind) => Promise<unknown>,
): Promise<unknown> {
  if (Number(request.headers['content-length']) > archivoLimits.maxBytes) throw fileTooLarge()
  // Who is told before all is read goes on sending, and is to hear it: the stream stays open.
  const body = request.raw.iterator({ destroyOnReturn: false })
  const first = new FileTypeDetector()
  const received = await staging.receive(body, archivoLimits.maxBytes, writes, (chunk) => first.update(chunk))
  try {
    return await work(received, assertAcceptedType(received, first))
  } finally {
    await staging.discard(received)
  }
}

/** @throws {HttpError} 400, 413 or 415 */
function assertAcceptedType({ bytes }: StagedFile, first: FileTypeDetector): FileKind {
  if (bytes === 0) throw invalid({ archivo: sentences.required })
  if (bytes > archivoLimits.maxBytes) throw fileTooLarge()
  const kind = first.kind()
  if (!kind) throw unsupportedFileType()
  if ((first.pixels() ?? 0) > archivoLimits.maxPixels) throw imageTooLarge()
  return kind
}

type RunOnce = (work: (tx: Db) => Promise<Archivo>) => Promise<unknown>

const runOnceFor =
  (endpoint: UploadEndpoint, input: Input<UploadEndpoint>, { sha256 }: StagedFile): RunOnce =>
  (work) =>
    respondOnce(endpoint, input, idempotencyKeyOf(endpoint, input, sha256), (own) => own.transaction(work))

/** The row is committed before the bytes have their name, and is seen after that. */
async function storeUpload(
  { db, store }: UploadContext,
  begun: UnfinishedFile,
  session: Session,
  once: RunOnce,
): Promise<unknown> {
  const id = await insertUnfinishedArchivo(db, store, begun, session.user.id)
  const row = { isWritten: false, isFinished: false }
  try {
    const answer = await once(async (tx) => {
      await assertOwnerExists(tx, begun, session)
      const archivo = await finishArchivo(tx, id)
      row.isWritten = true
      return archivo
    })
    row.isFinished = row.isWritten
    return answer
  } finally {
    // Refused, or a repeat that came while the first was being written. What can't be taken away now, is swept.
    if (!row.isFinished)
      await deleteUnfinishedArchivo(db, store, { id, sha256: begun.received.sha256 }).catch(() => undefined)
  }
}
