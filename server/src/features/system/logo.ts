import { isStoredLogo } from '@flota/contract/system/logo.ts'
import type { FastifyReply } from 'fastify'
import { logoAddress, logoFiles } from '../../domain/company.ts'
import { type Db, one, prepared, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { notFound } from '../../platform/errors.ts'
import { sendStream } from '../../platform/http/stream.ts'
import { translateError } from '../../platform/http/translateError.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'

interface PublicSettings {
  nombre: string
  /** Absent without a logo. */
  logo?: string
  /** Absent while prices include VAT. */
  precios_incluyen_iva?: false
}

/** Returns the settings that need no session; without the database only the name of the environment. */
export async function findPublicSettings(
  db: Db,
  { EMPRESA_NOMBRE }: Pick<Env, 'EMPRESA_NOMBRE'>,
): Promise<PublicSettings> {
  const statement = sql`select nombre, precios_incluyen_iva, ${logoAddress} as logo from ajustes`
  const row = await one<{ nombre: string | null; precios_incluyen_iva: boolean; logo: string | null }>(
    db,
    prepared(statement),
  ).catch((error: unknown) => {
    if (translateError(error, 0).status === 503) return undefined
    throw error
  })
  return {
    nombre: row?.nombre ?? EMPRESA_NOMBRE,
    ...(row?.logo && { logo: row.logo }),
    ...(row?.precios_incluyen_iva === false && { precios_incluyen_iva: false }),
  }
}

const yearSeconds = 31_536_000

/** Sends the logo, which the browser keeps: another logo has another address. @throws {HttpError} 404 */
export async function sendLogo(db: Db, store: FileStore, version: string, reply: FastifyReply) {
  const file = isStoredLogo(`/api/logo/${version}`)
    ? await one<{ sha256: string; bytes: number; nombre: string; tipo_mime: string }>(
        db,
        prepared(sql`select sha256, bytes, nombre, tipo_mime from archivos
          where ${logoFiles} and clase = 'logo' and sha256 like ${`${version}%`}`),
      )
    : undefined
  const stored = file && (await store.open(file.sha256))
  if (stored?.bytes !== file?.bytes) await stored?.close()
  if (!file || stored?.bytes !== file.bytes) throw notFound('Logo no encontrado')
  const headers = {
    'Content-Type': file.tipo_mime,
    'Content-Length': String(file.bytes),
    'Content-Disposition': `inline; filename="${file.nombre}"`,
    'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
    // An SVG opened by its address runs no script and loads no file.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
  }
  return sendStream(reply, headers, () => stored.chunks)
}
