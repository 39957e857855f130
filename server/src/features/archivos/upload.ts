import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { archivoErrors, archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import type { Archivo, ArchivoMetadata, archivo } from '@flota/contract/documents/archivos.ts'
import { FileInspector } from '@flota/contract/documents/FileInspector.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { deleteUnfinishedFile } from '../../domain/storedFiles.ts'
import type { Db } from '../../platform/db/sql.ts'
import {
  conflict,
  fileTooLarge,
  imageTooLarge,
  invalid,
  unavailable,
  unsupportedFileType,
} from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { hasStoredResponse, idempotencyKeyOf } from '../../platform/http/idempotency.ts'
import { type Input, respondOnce } from '../../platform/http/serve.ts'
import { diskFullError } from '../../platform/limits/freeDiskSpace.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import type { StagedFile } from '../../platform/store/uploadStaging.ts'
import { type FileKind, fileKinds } from './fileKinds.ts'
import {
  assertOwnerExists,
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

export interface FileTarget {
  registro: FileOwner
  about: ArchivoMetadata
}

type UploadEndpoint = Endpoint<
  'POST /api/archivos' | 'POST /api/piloto/ruta/:id/archivos' | 'POST /api/piloto/gastos/:id/archivos',
  z.ZodType,
  z.ZodType,
  z.ZodType,
  typeof archivo,
  'data'
>

/**
 * Checks, receives and stores a file, with errors in the order of docs/contract/files.md. Holds no database connection
 * while bytes arrive.
 * @returns the response body
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
  const reservation = await reserveUpload(site, { session, key, length: request.headers['content-length'] })
  try {
    if (!reservation.hasSpace) {
      // No byte will be written to the disk.
      await reservation.end()
      return await stageUpload(site, input, { writes: false }, () => rejectUpload(site, request, registro))
    }
    return await stageUpload(site, input, { writes: true }, async (received, kind) => {
      await input.revalidate()
      const runOnce = runOnceFor(endpoint, input, received)
      return storeUpload(site, { ...registro, about, kind, received }, session, runOnce)
    })
  } finally {
    await reservation.end()
  }
}

/** Returns the stored response if the bytes are the same. They do not count against the daily limit. */
const replayUpload = (
  site: UploadContext,
  endpoint: UploadEndpoint,
  input: Input<UploadEndpoint>,
): Promise<unknown> =>
  // The stored file may be of a release that did not look for damage.
  stageUpload(site, input, { writes: false, acceptsDamaged: true }, async (received) => {
    if (!(await site.hasFreeSpace())) throw diskFullError(input.request)
    await input.revalidate()
    // Only if the stored response expires right now; the retry is then a new upload.
    return runOnceFor(endpoint, input, received)(() => Promise.reject(unavailable()))
  })

/** @throws {HttpError} 409 if the record has all its files, else 503 */
async function rejectUpload(
  { db, hasFreeSpace }: UploadContext,
  request: FastifyRequest,
  registro: FileOwner,
): Promise<never> {
  if (await hasMaxFiles(db, registro)) throw conflict(archivoErrors.tooMany)
  throw (await hasFreeSpace())
    ? diskFullError(request, 'less than twice DISCO_MINIMO_MB would be free: upload rejected')
    : diskFullError(request)
}

interface StagingOptions {
  writes: boolean
  acceptsDamaged?: boolean
}

/**
 * Receives the bytes into the staging area and runs `work` if they are accepted.
 * @throws {HttpError} 400, 413 or 415
 */
async function stageUpload(
  { store: { staging } }: UploadContext,
  { request, session }: Input<UploadEndpoint>,
  { writes, acceptsDamaged = false }: StagingOptions,
  work: (received: StagedFile, kind: FileKind) => Promise<unknown>,
): Promise<unknown> {
  if (Number(request.headers['content-length']) > archivoLimits.maxBytes) throw fileTooLarge()
  // Keeps the stream open after an early error, so that a client that is still sending gets the response.
  const body = request.raw.iterator({ destroyOnReturn: false })
  const inspector = new FileInspector()
  const received = await staging.receive(body, archivoLimits.maxBytes, writes, (chunk) =>
    inspector.update(chunk),
  )
  try {
    if (received.bytes === 0) throw emptyFile(session)
    if (received.bytes > archivoLimits.maxBytes) throw fileTooLarge()
    return await work(received, assertAccepted(inspector, acceptsDamaged))
  } finally {
    await staging.discard(received)
  }
}

const emptyFile = ({ rol_nombre }: Session) =>
  invalid({ archivo: rol_nombre === 'piloto' ? archivoErrors.emptyFoto : archivoErrors.empty })

/** @throws {HttpError} 413 or 415 */
function assertAccepted(inspector: FileInspector, acceptsDamaged: boolean): FileKind {
  const tipo = inspector.tipo()
  const error = inspector.error()
  if (error === 'tooManyPixels') throw imageTooLarge()
  if (!tipo || (error && !(error === 'damaged' && acceptsDamaged)))
    throw unsupportedFileType(archivoErrors[error ?? 'wrongKind'])
  return fileKinds[tipo]
}

type RunOnce = (work: (tx: Db) => Promise<Archivo>) => Promise<unknown>

const runOnceFor =
  (endpoint: UploadEndpoint, input: Input<UploadEndpoint>, { sha256 }: StagedFile): RunOnce =>
  (work) =>
    respondOnce(endpoint, input, idempotencyKeyOf(endpoint, input, sha256), (own) => own.transaction(work))

/** Inserts the row, stores the bytes, then makes the row visible. */
async function storeUpload(
  { db, store }: UploadContext,
  file: UnfinishedFile,
  session: Session,
  runOnce: RunOnce,
): Promise<unknown> {
  const id = await insertUnfinishedArchivo(db, store, file, session.user.id)
  const row = { isWritten: false, isFinished: false }
  try {
    const response = await runOnce(async (tx) => {
      await assertOwnerExists(tx, file, session)
      const archivo = await finishArchivo(tx, id)
      row.isWritten = true
      return archivo
    })
    row.isFinished = row.isWritten
    return response
  } finally {
    // Rejected, or a repeat during the first upload. If the deletion fails, the cleanup does it.
    if (!row.isFinished)
      await deleteUnfinishedFile(db, store, { id, sha256: file.received.sha256 }).catch(() => undefined)
  }
}
