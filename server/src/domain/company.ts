import { buffer } from 'node:stream/consumers'
import type { Ajustes } from '@flota/contract/system/ajustes.ts'
import { type Db, one, prepared, raw, sql } from '../platform/db/sql.ts'
import type { Env } from '../platform/env.ts'
import type { Letterhead } from '../platform/pdf/letterPage.ts'
import type { FileStore } from '../platform/store/FileStore.ts'

/** The company as papers and mails show it. */
export interface Company extends Letterhead, Pick<Ajustes, 'papel' | 'precios_incluyen_iva'> {
  logoType: string | undefined
}

export interface CompanySource {
  env: Pick<Env, 'EMPRESA_NOMBRE'>
  store: FileStore
}

/** Condition of `archivos`: the files of the logo. Its column `clase` says which one is printed. */
export const logoFiles = raw(`entidad = 'ajustes' and entidad_id = 1 and terminado_en is not null`)

/** The address of GET /api/logo, another for each logo; null without one. */
export const logoAddress = sql`(
  select '/api/logo/' || left(sha256, 16) from archivos where ${logoFiles} and clase = 'logo')`

interface CompanyRow extends Omit<Company, 'nombre' | 'logo' | 'logoType'> {
  nombre: string | null
  sha256: string | null
  tipo_mime: string | null
}

export async function findCompany(db: Db, { env, store }: CompanySource): Promise<Company> {
  const row = await one<CompanyRow>(
    db,
    prepared(sql`select a.nombre, a.nit, a.direccion, a.telefono, a.papel, a.precios_incluyen_iva, l.sha256, l.tipo_mime from ajustes a
      left join lateral (
        select sha256, tipo_mime from archivos where ${logoFiles} order by clase = 'logo_impreso' desc limit 1
      ) l on true`),
  )
  if (!row) throw new Error('Table ajustes is empty')
  const { sha256, tipo_mime, nombre, ...rest } = row
  const logo = sha256 === null ? undefined : await readWhole(store, sha256)
  return { ...rest, nombre: nombre ?? env.EMPRESA_NOMBRE, logo, logoType: logo && (tipo_mime ?? undefined) }
}

/** Returns a small file's bytes; undefined if the store lacks it or is unavailable: papers then have only the name. */
const readWhole = async (store: FileStore, sha256: string): Promise<Buffer | undefined> => {
  try {
    const stored = await store.open(sha256)
    return stored && (await buffer(stored.chunks))
  } catch {
    return undefined
  }
}
