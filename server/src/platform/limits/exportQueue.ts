import { open, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { unavailable } from '../errors.ts'
import { concurrencyLimit, concurrencyLimitPerKey, emptyLoad, type QueueLoad } from './concurrencyLimit.ts'

type Chunks = AsyncIterable<string | Uint8Array>

/**
 * Each holds one of the 16 connections while PostgreSQL sends rows. More than the number of cores would finish no
 * sooner and would triple the other requests' wait.
 */
export const maxRowExports = Math.min(3, availableParallelism())
/** PDFs hold no connection, so they do not wait for workbooks. */
const maxPdfExports = 3

/** Of a longer queue, exports are rejected after `maxWaitMs`. */
const maxWaiting = 6
const maxWaitMs = 2000

interface Requester {
  userId: number | undefined
  /** Ends the turn in the queue of requests. */
  endTurn: (() => void) | undefined
}

/** Limits the wait in a long queue. Exports leave the queue of requests for this one. */
function longQueueLimit() {
  const waiting = new Set<AbortController>()

  return async function* queued(
    signal: AbortSignal,
    { endTurn }: Requester,
    read: () => Chunks,
    run: (signal: AbortSignal, read: () => Chunks) => Chunks,
  ) {
    endTurn?.()
    const late = new AbortController()
    waiting.add(late)
    const timer = setInterval(() => {
      if (waiting.size > maxWaiting && waiting.delete(late)) late.abort(unavailable())
    }, maxWaitMs)
    const begin = () => {
      waiting.delete(late)
      return read()
    }
    try {
      yield* run(AbortSignal.any([signal, late.signal]), begin)
    } finally {
      clearInterval(timer)
      waiting.delete(late)
    }
  }
}

export type ExportQueue = ReturnType<typeof createExportQueue>

/** Limits all exports of this process. */
export function createExportQueue() {
  const load = emptyLoad()
  const perUserLoad = emptyLoad()
  const limited = concurrencyLimit(maxRowExports, load)
  const limitedPdf = concurrencyLimit(maxPdfExports, load)
  // One user's exports must not fill the queue, nor the disk until they are read.
  const perUserLimit = concurrencyLimitPerKey<number | undefined>(1, perUserLoad)
  const queued = longQueueLimit()
  return {
    /** @throws {HttpError} 503 after `maxWaitMs` in a long queue */
    runPdfExport: (signal: AbortSignal, request: Requester, read: () => Chunks) =>
      queued(signal, request, read, limitedPdf),
    /** @throws {HttpError} 503 after `maxWaitMs` in a long queue */
    runRowExport: (signal: AbortSignal, request: Requester, read: () => Chunks) =>
      queued(signal, request, read, (either, begin) =>
        perUserLimit(request.userId)(either, () => spoolToTempFile(() => limited(either, begin))),
      ),
    load: (): QueueLoad => ({ running: load.running, waiting: load.waiting + perUserLoad.waiting }),
  }
}

const blockSize = 64 * 1024

/** An unlinked temporary file: it disappears when it is closed or the process dies. */
async function openUnlinkedTempFile() {
  const path = join(tmpdir(), `flota-${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/**
 * Writes the chunks to a temporary file at full speed and yields them at the reader's speed. A slow reader then holds
 * disk space but no connection. A reader that stops ends `make`.
 * @throws what `make` throws
 */
async function* spoolToTempFile(make: () => Chunks): AsyncGenerator<Uint8Array> {
  const file = await openUnlinkedTempFile()
  const { written, done, cancel } = writeAll(file, make)
  try {
    for (let position = 0; ; ) {
      while (position === written.bytes && !written.hasEnded) await written.changed.promise
      if (written.hasEnded) await done
      if (position === written.bytes) return
      const block = Buffer.allocUnsafe(Math.min(blockSize, written.bytes - position))
      const { bytesRead } = await file.read(block, 0, block.length, position)
      position += bytesRead
      yield block.subarray(0, bytesRead)
    }
  } finally {
    await cancel()
    await file.close()
  }
}

/** Starts writing; `changed` resolves after each chunk and at the end. */
function writeAll(file: Awaited<ReturnType<typeof open>>, make: () => Chunks) {
  const written = { bytes: 0, hasEnded: false, changed: Promise.withResolvers<void>() }
  let isCancelled = false
  const wakeReader = () => {
    written.changed.resolve()
    written.changed = Promise.withResolvers()
  }
  const write = async () => {
    try {
      for await (const chunk of make()) {
        if (isCancelled) return
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        await file.appendFile(bytes)
        written.bytes += bytes.length
        wakeReader()
      }
    } finally {
      written.hasEnded = true
      wakeReader()
    }
  }
  const done = write()
  // The reader awaits `done` later; until then a failure must not be an unhandled rejection.
  done.catch(() => undefined)
  const cancel = () => {
    isCancelled = true
    return done.catch(() => undefined)
  }
  return { written, done, cancel }
}
