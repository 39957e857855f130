import type { Ajustes, AjustesChanges } from '@flota/contract/system/ajustes.ts'
import { logoAddress } from '../../domain/company.ts'
import { recomputeHours } from '../../domain/trips/tripHours.ts'
import { setNextVersion, versionCondition } from '../../platform/db/records.ts'
import { type Db, one, run, sql } from '../../platform/db/sql.ts'
import { staleRecord } from '../../platform/errors.ts'
import { replaceLogo, type StoredLogo } from './logo/storeLogo.ts'

/** `nombre` is null if EMPRESA_NOMBRE is the name. */
export type Settings = Omit<Ajustes, 'programa' | 'nombre'> & { nombre: string | null }

export async function findAjustes(db: Db): Promise<Settings> {
  const row = await one<Settings>(db, sql`select *, ${logoAddress} as logo from ajustes`)
  if (!row) throw new Error('Table ajustes is empty')
  return row
}

/** Returns the columns of the sent fields. */
const columnsOf = ({ modos, ...rest }: AjustesChanges) => ({
  ...Object.fromEntries(
    // The logo is a file.
    Object.entries(rest).filter(([name, value]) => value !== undefined && name !== 'logo'),
  ),
  ...(modos && { modos: sql`r.modos || ${JSON.stringify(modos)}::jsonb` }),
})

/** The stored logo, null to remove it; undefined changes nothing. */
type NewLogo = Pick<StoredLogo, 'ids'> | null | undefined

/** Updates the settings in a transaction. @throws {HttpError} 409 if `version` is stale */
export const updateAjustes = (db: Db, changes: AjustesChanges, logo: NewLogo): Promise<Settings> =>
  changes.duracion_viaje_min === undefined && changes.hora_es === undefined
    ? writeSettings(db, changes, logo)
    : recomputeHours(db, () => writeSettings(db, changes, logo))

async function writeSettings(
  db: Db,
  { version, ...changes }: AjustesChanges,
  logo: NewLogo,
): Promise<Settings> {
  // Locks the row first: of two users with the same version one gets the 409.
  const antes = await one<{ id: number }>(
    db,
    sql`select id from ajustes where true ${versionCondition(version, '')} for no key update`,
  )
  if (!antes) throw staleRecord()
  const change = logo === undefined ? {} : await replaceLogo(db, logo?.ids ?? [])
  await run(
    db,
    sql`with antes as (select * from ajustes),
      despues as (update ajustes r set ${setNextVersion(columnsOf(changes))} returning r.*),
      cambio as (
        select diferencias(ajustes_planos(antes), ajustes_planos(despues)) || ${JSON.stringify(change)}::jsonb as campos
        from antes, despues)
      select bitacora_agregar('editar', 'ajustes', null, null, campos, null) from cambio where campos <> '{}'`,
  )
  return findAjustes(db)
}
