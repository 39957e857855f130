import { randomUUID } from 'node:crypto'
import { type Db, one, sql } from '../platform/db/sql.ts'
import type { WritingCallTable } from './accountCalls.ts'
import { everyCatalogue, valuesOf } from './catalogueValues.ts'
import type { RutaOffice } from './openOffice.ts'
import type { Client } from './testApp.ts'

type Catalogue = (typeof everyCatalogue)[number]

/** Inserts an alias of a record. @returns its id */
export async function insertAlias(db: Db, tipo: string, registro_id: number): Promise<number> {
  const texto = randomUUID()
  const row = await one<{ id: number }>(
    db,
    sql`with u as (select min(id) as id from usuarios),
      i as (
        insert into importaciones (tipo, nombre, filas, nuevas, cambiadas, iguales, saltadas, usuario_id)
        select 'rutas', 'hoja', 0, 0, 0, 0, 0, u.id from u returning id)
      insert into alias (tipo, clave, texto, registro_id, usuario_id, importacion_id)
      select ${tipo}, ${texto}, ${texto}, ${registro_id}, u.id, i.id from u, i returning id`,
  )
  if (!row) throw new Error('insertAlias returned no row')
  return row.id
}

/** Returns the call that deletes an alias of a catalogue's record. */
export const aliasCalls = (catalogue: Catalogue): WritingCallTable => ({
  [`DELETE /api/${catalogue.name}/:id/alias/:alias_id`]: [
    async ({ admin, server }) => {
      const path = `/api/${catalogue.name}`
      const { id } = (await admin.post(path, valuesOf(catalogue))).body.data
      return admin.delete(`${path}/${id}/alias/${await insertAlias(server.db, catalogue.name, id)}`)
    },
    'eliminar alias',
  ],
})

type Call = (
  client: Client,
  line: string,
  ids: number[],
  body?: Record<string, unknown>,
) => Promise<{ id: number }>

/** Calls the endpoints of each catalogue's aliases. */
export async function callAliasEndpoints(call: Call, { admin, server }: RutaOffice): Promise<void> {
  for (const catalogue of everyCatalogue) {
    const path = `/api/${catalogue.name}`
    const { id } = await call(admin, `POST ${path}`, [], valuesOf(catalogue))
    const alias_id = await insertAlias(server.db, catalogue.name, id)
    await call(admin, `GET ${path}/:id/alias`, [id])
    await call(admin, `DELETE ${path}/:id/alias/:alias_id`, [id, alias_id])
  }
}
