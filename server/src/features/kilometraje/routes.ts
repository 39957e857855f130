import { ficha } from '@flota/contract/fleet/ficha.ts'
import { kilometraje } from '@flota/contract/fleet/kilometraje.ts'
import { type Lectura, type LecturaChanges, lecturas } from '@flota/contract/fleet/lecturas.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { notAfterToday } from '../../domain/notAfterToday.ts'
import { lockReference } from '../../domain/trips/references.ts'
import type { CompanyClock } from '../../platform/clock.ts'
import { lockRecord, upsertByParent } from '../../platform/db/records.ts'
import type { Database, Db } from '../../platform/db/sql.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import { type App, serve, serveWrite } from '../../platform/http/serve.ts'
import { serveRecord } from '../../platform/http/serveRecord.ts'
import { assertCamion, findFicha, findKilometraje, findTramos } from './queries.ts'

export function kilometrajeRoutes(app: App, db: Database, { clock }: { clock: CompanyClock }): void {
  serve(app, kilometraje.list, async ({ params: { id } }) => {
    await assertCamion(db, id)
    return findKilometraje(db, id)
  })
  serve(app, kilometraje.tramos, async ({ params: { id }, query }) => {
    await assertCamion(db, id)
    return findTramos(db, id, query)
  })
  serve(app, ficha.show, ({ params }) => findFicha(db, params.id))
  serveWrite(app, ficha.update, async (tx, { params: { id }, body: { tanque_gal, version } }) => {
    if (!(await lockRecord(tx, 'camiones', id))) throw notFound(registros.camiones.notFound)
    await upsertByParent(tx, 'camiones', 'camiones_ficha', ['camion_id', id], { tanque_gal }, version)
    return findFicha(tx, id)
  })
  const notLater = notAfterToday(clock)
  const { create, update } = lecturas
  const calls = {
    ...lecturas,
    create: { ...create, body: create.body.check(notLater) },
    update: { ...update, body: update.body.check(notLater) },
  }
  serveRecord<Lectura, LecturaChanges>(app, calls, { tipo: 'lecturas', columnsOf, lockReferences })
}

/** A PUT that omits the truck keeps it. */
const columnsOf = ({ camion_id, fecha, km, reinicia, nota }: LecturaChanges) => ({
  ...(camion_id !== null && { camion_id }),
  fecha,
  km,
  reinicia,
  nota,
})

/** Locks the truck of a new reading against deletion. */
async function lockReferences(tx: Db, { camion_id }: LecturaChanges, before: Partial<Lectura> | undefined) {
  if (!before) return lockReference(tx, 'camion_id', camion_id)
  if (camion_id !== null && camion_id !== before.camion_id)
    throw invalid({ camion_id: 'El camión no se puede cambiar.' })
}
