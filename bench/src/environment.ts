import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@flota/demo/random.ts'
import { startPostgres } from '@flota/postgres/startPostgres.ts'
import { openSession } from '@flota/server/features/session/queries.ts'
import { connect, migrationTimeoutMs } from '@flota/server/platform/db/connect.ts'
import { migrate } from '@flota/server/platform/db/migrate.ts'
import { checkServer } from '@flota/server/platform/db/requirements.ts'
import { type Database, many, one, sql } from '@flota/server/platform/db/sql.ts'
import { hashPassword } from '@flota/server/platform/passwords.ts'
import { newestDay } from './dataset.ts'
import { fillBacklog } from './fillBacklog.ts'
import { fillCobros } from './fillCobros.ts'
import { fillDatabase } from './fillDatabase.ts'
import { fillFlota } from './fillFlota.ts'
import { fillMoney } from './fillMoney.ts'
import { fillOffice } from './fillOffice.ts'
import type { BenchData } from './flow.ts'
import { password } from './flows.ts'
import { buildPhoto } from './flowsOffice.ts'
import { parentOf } from './processStats.ts'
import { type Program, startBaseline, startProduct } from './programs.ts'

export interface BenchEnvironment {
  product: Program
  baseline: Program
  /** Process id of the postmaster of both. */
  postgres: number
  data: BenchData
  tokens: string[]
  stop(): Promise<void>
}

/** Location of the data: an embedded database's folder, or the address of a local server. */
interface DataLocation {
  dataDir: string
  server: string | undefined
}

const addressOf = ({ dataDir, server }: DataLocation) =>
  server ?? `postgres:///flota?user=postgres&host=${encodeURIComponent(join(dataDir, 'run'))}`
const connectionOf = (place: DataLocation) => ({ connectionString: addressOf(place) })

/** Creates the data if missing. @returns seconds it took */
export async function prepareData(place: DataLocation, rutas: number): Promise<number> {
  const startedAt = performance.now()
  const { dataDir, server } = place
  if (server === undefined && existsSync(dataDir)) return 0
  const postgres =
    server === undefined ? await startPostgres({ dataDir, notice: () => undefined }) : undefined
  const connection = postgres?.connection ?? connectionOf(place)
  const db = connect(connection, () => undefined, 2, migrationTimeoutMs)
  try {
    if (!postgres) {
      mkdirSync(dataDir, { recursive: true })
      await checkServer(db)
    }
    await migrate(db)
    if (!postgres && (await one(db, sql`select from rutas limit 1`))) return 0
  } finally {
    await db.close()
  }
  await fillDatabase(connection, rutas, new AbortController().signal)
  await postgres?.stop()
  return (performance.now() - startedAt) / 1000
}

/** Starts product and baseline on one database. */
export async function startEnvironment(place: DataLocation, rutas: number): Promise<BenchEnvironment> {
  const { dataDir, server } = place
  const product = await startProduct(dataDir, server)
  const db = connect(connectionOf(place), () => undefined, 2, migrationTimeoutMs)
  // Also for kept data: starting the product has migrated it.
  await fillOffice(db)
  await fillBacklog(db)
  await fillMoney(db)
  await fillCobros(db)
  await fillFlota(db)
  const backend = await one<{ pid: number }>(db, sql`select pg_backend_pid() as pid`)
  // Before the connection is closed and its process gone.
  const postgres = parentOf(backend?.pid ?? 0)
  const baseline = await startBaseline(addressOf(place), await hashPassword(password))
  const tokens = (await openSessions(db, 'oficina')).map(({ token }) => token)
  const highest = await one<{ n: number }>(db, sql`select max(correlativo) as n from rutas`)
  const nextNumber = 1 + (highest?.n ?? 0)
  const viajes = await findViajes(db)
  const forms = await findForms(db, viajes)
  const [token = ''] = tokens
  const archivo = await sendPhoto(product, token, rutas)
  const data = { rutas, token, viajes, forms, archivo, nextNumber }
  await db.close()
  const stop = async () => {
    await baseline.stop()
    await product.stop()
  }
  return { product, baseline, postgres, data, tokens, stop }
}

interface User {
  id: number
  username: string
  password_hash: string
  piloto_id: number
  estado: 'activo'
}

/** Logs in all users whose name has this start. */
async function openSessions(db: Database, start: string) {
  const users = await many<User>(
    db,
    sql`select * from usuarios where username like ${`${start}%`} and estado = 'activo' order by id`,
  )
  return Promise.all(
    users.map(async (user) => ({ ...user, token: (await openSession(db, user))?.token ?? '' })),
  )
}

/** Uploads to a random trip, because each can have only thirty files. @returns id of the file */
async function sendPhoto({ address }: Program, token: string, rutas: number): Promise<number> {
  const random = createRandom(Date.now(), 'photo')
  const answer = await fetch(`${address}/api/archivos?entidad=rutas&entidad_id=${random.between(1, rutas)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(buildPhoto(random)),
  })
  if (!answer.ok) throw new Error(`POST /api/archivos returned ${answer.status}`)
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** Returns the newest trips of pilots with a user, in random order. */
async function findViajes(db: Database): Promise<BenchData['viajes']> {
  const tokens = new Map((await openSessions(db, 'piloto')).map((user) => [user.piloto_id, user.token]))
  const rutas = await many<{ id: number; chofer_id: number }>(
    db,
    sql`select id, chofer_id from rutas where fecha <= ${newestDay} and eliminado_en is null
      and chofer_id = any(${[...tokens.keys()]}) order by fecha desc, md5(id::text) limit 800`,
  )
  return rutas.map(({ id, chofer_id }) => ({ id, token: tokens.get(chofer_id) ?? '' }))
}

/** Returns the unchanged form values of these trips. */
const findForms = (db: Database, viajes: BenchData['viajes']) =>
  many<BenchData['forms'][number]>(
    db,
    sql`select id, no_ruta, cliente_id, servicio, mercaderia, camion_id, combustible, origen, destino, chofer_id,
        ayudante_id, fecha, hora, precio, comentario, estado
      from rutas where id = any(${viajes.map(({ id }) => id)}) order by id`,
  )
