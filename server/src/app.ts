import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ajustesRoutes } from './features/ajustes/routes.ts'
import { archivosRoutes } from './features/archivos/routes.ts'
import { countNoticesForUser, findNoticesForUser } from './features/avisos/noticesForUser.ts'
import { avisosRoutes } from './features/avisos/routes.ts'
import { bitacoraRoutes } from './features/bitacora/routes.ts'
import { buscarRoutes } from './features/buscar/routes.ts'
import { cargasRoutes } from './features/cargas/routes.ts'
import { catalogueRoutes } from './features/catalogue/routes.ts'
import { cobrosRoutes } from './features/cobros/routes.ts'
import { type MailSchedulerOptions, startMailJob } from './features/correo/mailScheduler.ts'
import { correoRoutes } from './features/correo/routes.ts'
import { diskAlarms } from './features/disco/alarms.ts'
import { documentosRoutes } from './features/documentos/routes.ts'
import { expedientesRoutes } from './features/expedientes/routes.ts'
import { facturasRoutes } from './features/facturas/routes.ts'
import { fiscalRoutes } from './features/fiscal/routes.ts'
import { hojasRoutes } from './features/hojas/routes.ts'
import { importarRoutes } from './features/importar/routes.ts'
import { kilometrajeRoutes } from './features/kilometraje/routes.ts'
import { liquidacionesRoutes } from './features/liquidaciones/routes.ts'
import { mantenimientosRoutes } from './features/mantenimientos/routes.ts'
import { margenRoutes } from './features/margen/routes.ts'
import { movimientosRoutes } from './features/movimientos/routes.ts'
import { papeleraRoutes } from './features/papelera/routes.ts'
import { pilotoRoutes } from './features/piloto/routes.ts'
import { planesRoutes } from './features/planes/routes.ts'
import { estadoDeCuentaCorreo } from './features/porCobrar/correo.ts'
import { porCobrarRoutes } from './features/porCobrar/routes.ts'
import { rendimientoRoutes } from './features/rendimiento/routes.ts'
import { reportesRoutes } from './features/reportes/routes.ts'
import { backupAlarms, offsiteAlarms } from './features/respaldo/alarms.ts'
import { respaldoRoutes } from './features/respaldo/routes.ts'
import { restriccionesRoutes } from './features/restricciones/routes.ts'
import { rutasRoutes } from './features/rutas/routes.ts'
import { createSessionLookup } from './features/session/findSession.ts'
import { sessionRoutes } from './features/session/routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { tableroRoutes } from './features/tablero/routes.ts'
import { tarifasRoutes } from './features/tarifas/routes.ts'
import { usuariosRoutes } from './features/usuarios/routes.ts'
import { factorRoutes } from './features/usuarios/segundoFactor.ts'
import { tokensRoutes } from './features/usuarios/tokens.ts'
import { vistasRoutes } from './features/vistas/routes.ts'
import type { LastBackup } from './platform/backup/automaticBackup.ts'
import type { OffsiteState } from './platform/backup/OffsiteBackups.ts'
import { readDatabaseState } from './platform/backup/tables.ts'
import type { Now } from './platform/clock.ts'
import { replicaOrPrimary } from './platform/db/replica.ts'
import type { Database } from './platform/db/sql.ts'
import type { Env } from './platform/env.ts'
import { readNamedBuild } from './platform/http/builtFile.ts'
import { createFastify } from './platform/http/fastify.ts'
import { rejectMethodsOfFixedPaths } from './platform/http/methodNotAllowed.ts'
import type { App } from './platform/http/serve.ts'
import { serveWeb } from './platform/http/web.ts'
import { createExportQueue } from './platform/limits/exportQueue.ts'
import { freeBytesAt } from './platform/limits/freeDiskSpace.ts'
import { createRequestQueue } from './platform/limits/requestQueue.ts'
import type { Mailer } from './platform/mail/Mailer.ts'
import type { Metrics } from './platform/metrics/createMetrics.ts'
import type { FileStore } from './platform/store/FileStore.ts'
import { openStore } from './platform/store/openStore.ts'

export interface Dependencies {
  db: Database
  /** Reports read from the replica while it keeps up with `db`. */
  replica?: Database | undefined
  /** Returns whether the disk of the embedded database has space for writes. */
  hasFreeSpace?: () => Promise<boolean>
  freeBytes?: (folder: string) => Promise<number>
  env: Env
  log: FastifyBaseLogger
  version: string
  webFolder: string
  now?: Now
  lastBackup?: () => LastBackup | null
  mailer?: Mailer | undefined
  /** Returns the state of offsite backups; null if they are off. */
  offsite?: () => OffsiteState | null
  instrument?: Metrics['instrument']
  /** Longest wait of a request for its turn, in ms. */
  maxWaitMs?: number | undefined
}

/** Builds the server with all routes. The caller makes it listen. */
export function buildApp({
  db,
  replica,
  hasFreeSpace = async () => true,
  freeBytes = freeBytesAt,
  env,
  log,
  version,
  webFolder,
  now = () => new Date(),
  lastBackup = () => null,
  mailer,
  offsite = () => null,
  instrument,
  maxWaitMs,
}: Dependencies): FastifyInstance {
  const fastify = createFastify(log, env)
  const app: App = {
    fastify,
    db,
    sessions: createSessionLookup(db, log, { env, now }),
    hasFreeSpace,
    requests: createRequestQueue(db.maxConnections, maxWaitMs),
    methods: new Map(),
  }
  const features = createFeatureContext(db, replica, { env, now })
  const { store } = features
  const web = readNamedBuild(webFolder, env.EMPRESA_NOMBRE)
  systemRoutes(app, db, { env, version, now, store, onCompanyName: web.applyName })
  sessionRoutes(app, db, { env, now })
  serveFeatures(app, features)
  archivosRoutes(app, { ...features, hasFreeSpace, freeBytes: () => freeBytes(store.staging.folder) })
  ajustesRoutes(app, db, { env, store, programa: version })
  respaldoRoutes(app, lastBackup, offsite)
  serveMail(app, { db, env, store, now, mailer, log, lastBackup, offsite })
  serveWeb(app, web)
  rejectMethodsOfFixedPaths(app)
  instrument?.(fastify, features.exports.load, app.requests.waitingCount)
  return fastify
}

interface MailParts
  extends Required<Pick<Dependencies, 'db' | 'env' | 'now' | 'log' | 'lastBackup' | 'offsite'>> {
  store: FileStore
  mailer: Mailer | undefined
}

function serveMail(app: App, { lastBackup, offsite, mailer, ...site }: MailParts): void {
  correoRoutes(app, site.db, { ...site, mailer })
  estadoDeCuentaCorreo(app, site.db, { ...site, mailer })
  if (mailer) startMailJob(app.fastify, mailSchedulerOptions({ ...site, mailer }, lastBackup, offsite))
}

export const mailSchedulerOptions = (
  site: Pick<MailSchedulerOptions, 'db' | 'store' | 'mailer' | 'now' | 'log'> & { env: Env },
  lastBackup: () => LastBackup | null,
  offsite: () => OffsiteState | null = () => null,
): MailSchedulerOptions => ({
  ...site,
  findNotices: async (db, caller, when) => ({
    avisos: await findNoticesForUser(db, caller, when, { viaje: 'si' }),
    counts: (await countNoticesForUser(db, caller, when)).counts,
  }),
  findAlarms: async (ahora) => {
    const zone = site.env.TZ_EMPRESA
    const mark = async () => (await readDatabaseState(site.db)).mark
    return [
      ...(await backupAlarms(lastBackup(), { zone, ahora, mark })),
      ...offsiteAlarms(offsite(), { zone, ahora }),
      ...(await diskAlarms(site.db)),
    ]
  },
})

type FeatureContext = ReturnType<typeof createFeatureContext>

const createFeatureContext = (
  db: Database,
  replica: Database | undefined,
  clock: { env: Env; now: Now },
) => ({
  db,
  chooseDb: replicaOrPrimary(db, replica),
  clock,
  exports: createExportQueue(),
  store: openStore(clock.env),
})

// Routes of the features, by what they take. Most need no database of their own: see serveRead.ts.
const routesWithoutDb = [reportesRoutes, tarifasRoutes, documentosRoutes, mantenimientosRoutes]
const routesWithContext = [
  catalogueRoutes,
  rutasRoutes,
  hojasRoutes,
  movimientosRoutes,
  cargasRoutes,
  liquidacionesRoutes,
  margenRoutes,
  rendimientoRoutes,
  facturasRoutes,
  cobrosRoutes,
  porCobrarRoutes,
  kilometrajeRoutes,
  bitacoraRoutes,
  papeleraRoutes,
  planesRoutes,
  usuariosRoutes,
]
const routesWithClock = [expedientesRoutes, avisosRoutes, importarRoutes, tokensRoutes]
const plainRoutes = [buscarRoutes, fiscalRoutes]

function serveFeatures(app: App, context: FeatureContext): void {
  const { db, clock } = context
  vistasRoutes(app)
  for (const serveFeature of routesWithContext) serveFeature(app, db, context)
  for (const serveFeature of routesWithClock) serveFeature(app, db, clock)
  for (const serveFeature of plainRoutes) serveFeature(app, db)
  for (const serveFeature of routesWithoutDb) serveFeature(app, context)
  restriccionesRoutes(app)
  tableroRoutes(app, clock)
  pilotoRoutes(app, clock)
  factorRoutes(app)
}
