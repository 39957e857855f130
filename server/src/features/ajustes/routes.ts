import { type Ajustes, type AjustesChanges, ajustes } from '@flota/contract/system/ajustes.ts'
import { isStoredLogo, logoErrors } from '@flota/contract/system/logo.ts'
import type { CompanySource } from '../../domain/company.ts'
import type { Database, Db, Writer } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { readLogo } from './logo/readLogo.ts'
import { type StoredLogo, storeLogo } from './logo/storeLogo.ts'
import { findAjustes, type Settings, updateAjustes } from './queries.ts'

interface AjustesContext extends CompanySource {
  /** Version of the running program. */
  programa: string
}

export function ajustesRoutes(app: App, db: Database, { env, store, programa }: AjustesContext): void {
  const toResponse = ({ nombre, ...settings }: Settings): Ajustes => ({
    ...settings,
    nombre: nombre ?? env.EMPRESA_NOMBRE,
    programa,
  })

  /** Stores the bytes of a new logo. Returns the stored logo, or null to remove it; undefined changes nothing. */
  const prepareLogo = async ({ logo }: AjustesChanges, userId: number) => {
    if (logo === undefined || logo === null) return logo
    if (isStoredLogo(logo)) {
      if (logo !== (await findAjustes(db)).logo) throw invalid({ logo: logoErrors.replaced })
      return undefined
    }
    const read = await readLogo(logo)
    if (typeof read === 'string') throw invalid({ logo: read })
    return storeLogo(db, store, read, userId)
  }

  serve(app, ajustes.show, async () => toResponse(await findAjustes(db)))
  serve(app, ajustes.update, async ({ body, session, db: writer }) => {
    const logo = await prepareLogo(body, session.user.id)
    const nombre = body.nombre === env.EMPRESA_NOMBRE ? null : body.nombre
    return toResponse(await writeWithLogo(writer, logo, (tx) => updateAjustes(tx, { ...body, nombre }, logo)))
  })
}

/** Runs `write` in a transaction. Deletes the new logo if it fails. */
async function writeWithLogo<T>(
  db: Writer,
  logo: StoredLogo | null | undefined,
  write: (tx: Db) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(write)
  } catch (error) {
    await logo?.discard()
    throw error
  }
}
