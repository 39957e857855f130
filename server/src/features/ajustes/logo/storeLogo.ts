import type { LogoType } from '@flota/contract/system/logo.ts'
import { deleteUnfinishedFile, insertUnfinishedFile } from '../../../domain/storedFiles.ts'
import { type Db, one, run, sql } from '../../../platform/db/sql.ts'
import type { FileStore } from '../../../platform/store/FileStore.ts'
import type { LogoFile, NewLogo } from './readLogo.ts'

const endings: Record<LogoType, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' }

/** A logo whose bytes are stored and whose rows are not yet visible. */
export interface StoredLogo {
  ids: number[]
  /** Deletes rows and bytes, unless the logo is in use. */
  discard: () => Promise<void>
}

export async function storeLogo(
  db: Db,
  store: FileStore,
  { tipo, bytes, printed }: NewLogo,
  userId: number,
): Promise<StoredLogo> {
  const rows: { id: number; sha256: string }[] = []
  const discard = async () => {
    // If it fails, the cleanup of unfinished uploads does it.
    for (const row of rows) await deleteUnfinishedFile(db, store, row).catch(() => undefined)
  }
  const add = async (clase: 'logo' | 'logo_impreso', file: LogoFile) => {
    const received = await store.staging.receive([file.bytes], Number.POSITIVE_INFINITY, true)
    const nombre = `logo.${endings[file.tipo]}`
    const columns = {
      entidad: 'ajustes',
      entidad_id: 1,
      clase,
      nombre,
      tipo_mime: file.tipo,
      tomado_en: null,
    }
    try {
      const id = await insertUnfinishedFile(db, store, { columns, received, userId })
      rows.push({ id, sha256: received.sha256 })
    } finally {
      await store.staging.discard(received)
    }
  }
  try {
    await add('logo', { tipo, bytes })
    if (printed) await add('logo_impreso', { tipo: 'image/png', bytes: printed })
  } catch (error) {
    await discard()
    throw error
  }
  return { ids: rows.map(({ id }) => id), discard }
}

/**
 * Replaces the logo in the transaction that holds the row of ajustes. The former logo becomes an unfinished upload, which
 * the cleanup deletes after a day: until then a backup in progress finds its bytes.
 * @param ids rows of the new logo; none removes it
 * @returns the change as the log stores it
 */
export async function replaceLogo(
  tx: Db,
  ids: readonly number[],
): Promise<{ logo?: [antes: string | null, despues: string | null] }> {
  const antes = await describeLogo(tx)
  await run(
    tx,
    sql`update archivos set terminado_en = null, creado_en = now()
      where entidad = 'ajustes' and terminado_en is not null`,
  )
  await run(tx, sql`update archivos set terminado_en = now() where id = any(${ids})`)
  const despues = await describeLogo(tx)
  return antes === null && despues === null ? {} : { logo: [antes, despues] }
}

/** Returns the logo as the log names it: 'SVG de 12 kB'. */
const describeLogo = async (tx: Db): Promise<string | null> => {
  const row = await one<{ texto: string }>(
    tx,
    sql`select upper(split_part(nombre, '.', 2)) || ' de ' || ceil(bytes / 1024.0) || ' kB' as texto
      from archivos where entidad = 'ajustes' and clase = 'logo' and terminado_en is not null`,
  )
  return row?.texto ?? null
}
