import { addDays, todayIn } from '@flota/contract/dates.ts'
import { type ExpedienteDelPiloto, expedientes } from '@flota/contract/expedientes.ts'
import { ownScope } from '../../domain/trips/findRuta.ts'
import { isOpenSql } from '../../domain/trips/references.ts'
import type { Now } from '../../platform/clock.ts'
import { type Database, type Db, many, prepared, sql } from '../../platform/db/sql.ts'
import type { Env } from '../../platform/env.ts'
import { type App, serve } from '../../platform/http/serve.ts'
import { entregasRoutes } from './entregas.ts'
import { findExpediente } from './expediente.ts'
import { incidentesRoutes } from './incidentes.ts'
import { entregaOf, findEntregas, findTiempos, tiemposOf } from './parts.ts'
import { reglasRoutes } from './reglas.ts'

interface Clock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

export function expedientesRoutes(app: App, db: Database, clock: Clock): void {
  const hoy = () => todayIn(clock.env.TZ_EMPRESA, clock.now())
  entregasRoutes(app)
  incidentesRoutes(app, clock.now)
  reglasRoutes(app, db, hoy)
  serve(app, expedientes.show, ({ params }) => findExpediente(db, params.id))
  serve(app, expedientes.listDelPiloto, ({ session }) =>
    findDelPiloto(db, ownScope(session).chofer_id, addDays(hoy(), -7)),
  )
}

type PilotExpediente = Omit<ExpedienteDelPiloto, 'entrega' | 'tiempos'>

/**
 * The pilot's open routes, and the others from a day on, by id: each of the two is a walk of one index. The day is
 * hidden from the planner, who would plan anew for each.
 */
async function findDelPiloto(db: Db, chofer_id: number, desde: string): Promise<ExpedienteDelPiloto[]> {
  const own = sql`from rutas where chofer_id = ${chofer_id} and eliminado_en is null`
  const rutas = await many<Omit<PilotExpediente, 'reglas'> & PilotExpediente['reglas']>(
    db,
    prepared(sql`with suyas as (
        select id, cliente_id ${own} and ${isOpenSql} union all
        select id, cliente_id ${own} and not ${isOpenSql} and fecha >= (select ${desde}::date))
      select s.id as ruta_id, nullif(c.telefono, '') as telefono, coalesce(r.exige_foto, false) as exige_foto,
        coalesce(r.exige_firma, false) as exige_firma, r.instrucciones, evidencias_faltantes(s.id, s.cliente_id) as falta
      from suyas s join clientes c on c.id = s.cliente_id left join reglas r on r.cliente_id = s.cliente_id
      order by s.id`),
  )
  const ids = rutas.map(({ ruta_id }) => ruta_id)
  const [entregas, tiempos] = [await findEntregas(db, ids), await findTiempos(db, ids)]
  return rutas.map(({ exige_foto, exige_firma, instrucciones, ...ruta }) => ({
    ...ruta,
    reglas: { exige_foto, exige_firma, instrucciones },
    entrega: entregaOf(entregas, ruta.ruta_id),
    tiempos: tiemposOf(tiempos, ruta.ruta_id),
  }))
}
