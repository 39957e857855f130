import type { Ajustes, AjustesChanges } from '@flota/contract/system/ajustes.ts'
import { recomputeHours } from '../../domain/trips/tripHours.ts'
import { setNextVersion, versionCondition } from '../../platform/db/records.ts'
import { type Db, one, sql } from '../../platform/db/sql.ts'
import { staleRecord } from '../../platform/errors.ts'

export type Settings = Omit<Ajustes, 'programa'>

export async function findAjustes(db: Db): Promise<Settings> {
  const row = await one<Settings>(db, sql`select * from ajustes`)
  if (!row) throw new Error('Table ajustes is empty')
  return row
}

/** Returns the columns of the sent fields. */
const columnsOf = ({ modos, ...rest }: AjustesChanges) => ({
  ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
  ...(modos && { modos: sql`r.modos || ${JSON.stringify(modos)}::jsonb` }),
})

/** Updates the settings in a transaction. @throws {HttpError} 409 if `version` is stale */
export const updateAjustes = (db: Db, changes: AjustesChanges): Promise<Settings> =>
  changes.duracion_viaje_min === undefined && changes.hora_es === undefined
    ? writeSettings(db, changes)
    : recomputeHours(db, () => writeSettings(db, changes))

async function writeSettings(db: Db, { version, ...changes }: AjustesChanges): Promise<Settings> {
  const row = await one<Settings>(
    db,
    sql`with antes as (select * from ajustes for no key update),
      despues as (
        update ajustes r set ${setNextVersion(columnsOf(changes))}
        from antes where r.id = antes.id ${versionCondition(version, 'antes.')} returning r.*),
      cambio as (select diferencias(ajustes_planos(antes), ajustes_planos(despues)) as campos from antes, despues)
      select despues.*, case when campos <> '{}' then bitacora_agregar('editar', 'ajustes', null, null, campos, null) end
      from despues, cambio`,
  )
  if (!row) throw staleRecord()
  return row
}
