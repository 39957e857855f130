import { registros } from '@flota/contract/registros.ts'
import { type Reglas, type ReglasValues, reglas } from '@flota/contract/reglas.ts'
import { findRecord, lockRecord, upsertByParent } from '../../platform/db/records.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import { notFound } from '../../platform/http/errors.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { findReglas } from './parts.ts'

export function reglasRoutes(app: App, db: Database, hoy: () => string): void {
  serve(app, reglas.show, async ({ params }) => {
    await findRecord(db, 'clientes', params.id)
    return findReglas(db, params.id)
  })
  serve(app, reglas.update, ({ params, body, db: writer }) =>
    writer.transaction((tx) => upsertReglas(tx, params.id, body, hoy())),
  )
}

/** What was on stays on since its day. */
async function upsertReglas(
  tx: Db,
  cliente_id: number,
  { version, ...said }: ReglasValues,
  hoy: string,
): Promise<Reglas> {
  if (!(await lockRecord(tx, 'clientes', cliente_id))) throw notFound(registros.clientes.notFound)
  const { foto_desde, firma_desde } = await findReglas(tx, cliente_id)
  const columns = {
    ...said,
    foto_desde: said.exige_foto ? (foto_desde ?? hoy) : null,
    firma_desde: said.exige_firma ? (firma_desde ?? hoy) : null,
  }
  await upsertByParent(tx, 'clientes', 'reglas', ['cliente_id', cliente_id], columns, version)
  return findReglas(tx, cliente_id)
}
