import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { ajustesRoutes } from './ajustes/routes.ts'
import { archivosRoutes } from './archivos/routes.ts'
import { avisosOf, resumenOf } from './avisos/ofCaller.ts'
import { avisosRoutes } from './avisos/routes.ts'
import { bitacoraRoutes } from './bitacora/routes.ts'
import { buscarRoutes } from './buscar/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { Now } from './clock.ts'
import type { Mailer } from './correo/Mailer.ts'
import { keepMailed, type Rounds } from './correo/rounds.ts'
import { correoRoutes } from './correo/routes.ts'
import { nearestTo } from './db/replica.ts'
import type { Database } from './db/sql.ts'
import { documentosRoutes } from './documentos/routes.ts'
import type { Env } from './env.ts'
import { expedientesRoutes } from './expedientes/routes.ts'
import { freeAt } from './freeAt.ts'
import { comprobanteRoutes } from './hojas/comprobanteRoutes.ts'
import { hojasRoutes } from './hojas/routes.ts'
import { exportTurns } from './http/exportTurns.ts'
import { createFastify } from './http/fastify.ts'
import { refuseMethodsOfWords } from './http/otherMethods.ts'
import type { App } from './http/serve.ts'
import { serveWeb } from './http/web.ts'
import { importarRoutes } from './importar/routes.ts'
import { liquidacionPdfRoute } from './liquidaciones/pdf.ts'
import { liquidacionesRoutes } from './liquidaciones/routes.ts'
import { mantenimientosRoutes } from './mantenimientos/routes.ts'
import { margenRoutes } from './margen/routes.ts'
import type { Metrics } from './metrics/createMetrics.ts'
import { movimientosExportar } from './movimientos/exportar.ts'
import { reciboRoutes } from './movimientos/pdf.ts'
import { dineroDelPilotoRoutes } from './movimientos/piloto.ts'
import { movimientosRoutes } from './movimientos/routes.ts'
import { papeleraRoutes } from './papelera/routes.ts'
import { pilotoRoutes } from './piloto/routes.ts'
import { reportesRoutes } from './reportes/routes.ts'
import { backupAlarms, offsiteAlarms } from './respaldo/alarms.ts'
import type { Offsite } from './respaldo/offsite/OffsiteBackups.ts'
import type { Last } from './respaldo/own.ts'
import { respaldoRoutes } from './respaldo/routes.ts'
import { readState } from './respaldo/tables.ts'
import { restriccionesRoutes } from './restricciones/routes.ts'
import { recientesRoutes } from './rutas/recientesRoutes.ts'
import { rutasRoutes } from './rutas/routes.ts'
import { sessionFinder } from './session/findSession.ts'
import { sessionRoutes } from './session/routes.ts'
import type { FileStore } from './store/FileStore.ts'
import { openStore } from './store/openStore.ts'
import { systemRoutes } from './system/routes.ts'
import { tableroRoutes } from './tablero/routes.ts'
import { tarifasRoutes } from './tarifas/routes.ts'
import { factorRoutes } from './usuarios/factor.ts'
import { usuariosRoutes } from './usuarios/routes.ts'
import { tokensRoutes } from './usuarios/tokens.ts'

export interface Dependencies {
  db: Database
  /** Where reports may read, while it keeps up with `db`. */
  replica?: Database | undefined
  /** Whether the embedded database may be given more to keep. */
  hasRoom?: () => Promise<boolean>
  /** Bytes that are free where a folder lies. */
  free?: (folder: string) => Promise<number>
  env: Env
  log: FastifyBaseLogger
  version: string
  webFolder: string
  now?: Now
  lastBackup?: () => Last | null
  /** Undefined where no mail is set up. */
  mailer?: Mailer | undefined
  /** What became of the backups off this machine; null where none are set. */
  offsite?: () => Offsite | null
  /** Measures what is asked and how long exports wait. */
  watch?: Metrics['watch']
}

/** The whole server in reading order. It listens nowhere: main.ts and the tests decide that. */
export function buildApp({
  db,
  replica,
  hasRoom = async () => true,
  free = freeAt,
  env,
  log,
  version,
  webFolder,
  now = () => new Date(),
  lastBackup = () => null,
  mailer,
  offsite = () => null,
  watch,
}: Dependencies): FastifyInstance {
  const fastify = createFastify(log, env)
  const app: App = {
    fastify,
    db,
    findSession: sessionFinder(db, log, { env, now }),
    hasRoom,
    isCrowded: db.isCrowded,
    methods: new Map(),
  }
  const features = featuresOf(db, replica, { env, now })
  systemRoutes(app, db, { env, version, now })
  sessionRoutes(app, db, { env, now })
  catalogueRoutes(app, db, features)
  tripRoutes(app, features)
  paperRoutes(app, features, { hasRoom, free })
  moneyRoutes(app, features)
  officeRoutes(app, features, version)
  respaldoRoutes(app, lastBackup, offsite)
  correoRoutes(app, db, { env, now, mailer })
  if (mailer) keepMailed(fastify, mailRounds({ db, mailer, env, now, log }, lastBackup, offsite))
  serveWeb(app, webFolder, env.EMPRESA_NOMBRE)
  refuseMethodsOfWords(app)
  watch?.(fastify, features.exports.load)
  return fastify
}

type Disk = Required<Pick<Dependencies, 'hasRoom' | 'free'>>

interface Features {
  db: Database
  /** What reports read. */
  reader: ReturnType<typeof nearestTo>
  clock: { env: Env; now: Now }
  exports: ReturnType<typeof exportTurns>
  store: FileStore
}

/** What is told by mail, and to whom. */
export const mailRounds = (
  site: Pick<Rounds, 'db' | 'mailer' | 'now' | 'log'> & { env: Env },
  lastBackup: () => Last | null,
  offsite: () => Offsite | null = () => null,
): Rounds => ({
  ...site,
  noticesOf: async (db, caller, when) => ({
    avisos: await avisosOf(db, caller, when),
    counts: await resumenOf(db, caller, when),
  }),
  alarms: async (ahora) => {
    const zone = site.env.TZ_EMPRESA
    const mark = async () => (await readState(site.db)).mark
    return [
      ...(await backupAlarms(lastBackup(), { zone, ahora, mark })),
      ...offsiteAlarms(offsite(), { zone, ahora }),
    ]
  },
})

const featuresOf = (db: Database, replica: Database | undefined, clock: Features['clock']): Features => ({
  db,
  reader: nearestTo(db, replica),
  clock,
  exports: exportTurns(),
  store: openStore(clock.env),
})

function tripRoutes(app: App, features: Features): void {
  const { db, clock, exports, store } = features
  rutasRoutes(app, db, features)
  tarifasRoutes(app, db, features)
  recientesRoutes(app, db, clock)
  hojasRoutes(app, db, clock, exports)
  comprobanteRoutes(app, db, { env: clock.env, store }, exports)
  tableroRoutes(app, db, clock)
  pilotoRoutes(app, db)
  expedientesRoutes(app, db, clock)
}

function paperRoutes(app: App, features: Features, { hasRoom, free }: Disk): void {
  const { db, clock, store } = features
  archivosRoutes(app, { db, store, clock, hasRoom, free: () => free(store.arrivals.folder) })
  documentosRoutes(app, db, features)
  avisosRoutes(app, db, clock)
  importarRoutes(app, db, clock)
}

function moneyRoutes(app: App, features: Features): void {
  const { db, clock, exports } = features
  movimientosRoutes(app, db, clock)
  movimientosExportar(app, features)
  reciboRoutes(app, db, clock.env, exports)
  liquidacionesRoutes(app, db, clock)
  liquidacionPdfRoute(app, db, clock.env, exports)
  dineroDelPilotoRoutes(app, db, clock)
  margenRoutes(app, db, features)
}

function officeRoutes(app: App, features: Features, version: string): void {
  const { db, reader, clock, exports } = features
  mantenimientosRoutes(app, db, features)
  reportesRoutes(app, reader, clock, exports)
  bitacoraRoutes(app, db, reader, clock, exports)
  papeleraRoutes(app, db, clock)
  usuariosRoutes(app, db)
  tokensRoutes(app, db, clock)
  factorRoutes(app)
  buscarRoutes(app, db)
  restriccionesRoutes(app, db)
  ajustesRoutes(app, db, version)
}
