import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Permiso, PermisoDinero, Rol } from '@flota/contract/core/access.ts'
import {
  permisos as allPermisos,
  defaultPermisos,
  permisosDinero,
  rolId,
} from '@flota/contract/core/permisos.ts'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp, type Dependencies } from '../app.ts'
import { openSession } from '../features/session/queries.ts'
import { connect, migrationTimeoutMs } from '../platform/db/connect.ts'
import { searchText } from '../platform/db/search.ts'
import { type Database, one, raw, sql } from '../platform/db/sql.ts'
import { readEnv } from '../platform/env.ts'

export interface ApiResponse {
  status: number
  headers: OutgoingHttpHeaders
  /** Parsed JSON, or the text of another response. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
  body: any
}

/** Sends requests with one token and address. */
export interface Client {
  get(url: string): Promise<ApiResponse>
  post(url: string, body?: unknown): Promise<ApiResponse>
  put(url: string, body?: unknown): Promise<ApiResponse>
  patch(url: string, body?: unknown): Promise<ApiResponse>
  delete(url: string): Promise<ApiResponse>
  send(options: InjectOptions): Promise<ApiResponse>
  token: string | undefined
  userId: number | undefined
}

export interface UserOptions {
  rol?: Rol
  permisos?: readonly Permiso[]
  permisos_dinero?: readonly PermisoDinero[]
  piloto_id?: number
  username?: string
  /** Hash of the password; needed only by tests that log in. */
  password_hash?: string
}

export interface TestApp {
  db: Database
  app: FastifyInstance
  /** Folder of the stored files. */
  archivosDir: string
  /** Starts another process on the same database. */
  startAnotherApp(changes?: Partial<Dependencies>): FastifyInstance
  anonymous: Client
  clientOf(app: FastifyInstance, token?: string, userId?: number): Client
  /** Creates an active user with a session. */
  as(who?: UserOptions): Promise<Client>
  close(): Promise<void>
}

const connectionTo = (database: string) => ({ host: inject('postgres'), user: 'postgres', database })

/** A test waits this long for a turn or a connection before a 503, because a machine that runs all tests is slow. */
const patientWaitMs = 60_000

/** Starts the server on a database of its own, cloned from the migrated template. */
export async function testApp(changes: Partial<Dependencies> = {}): Promise<TestApp> {
  const name = `prueba_${randomUUID().replaceAll('-', '')}`
  const admin = connect(connectionTo('postgres'), () => undefined, 1, migrationTimeoutMs)
  await admin.query(raw(`create database ${name} template plantilla`))

  const db = connect(connectionTo(name), () => undefined, undefined, migrationTimeoutMs, patientWaitMs)
  // Created with the first file.
  const archivosDir = join(tmpdir(), name)
  const apps: FastifyInstance[] = []
  const another = (more: Partial<Dependencies> = {}) => {
    const app = buildApp({
      db,
      env: readEnv({ ARCHIVOS_DIR: archivosDir }),
      log: pino({ level: 'silent' }),
      version: '0.0.0-prueba',
      webFolder: '/nonexistent',
      maxWaitMs: patientWaitMs,
      ...changes,
      ...more,
    })
    apps.push(app)
    return app
  }
  const app = another()

  return {
    db,
    app,
    archivosDir,
    startAnotherApp: another,
    anonymous: clientOf(app),
    clientOf,
    as: async (who = {}) => {
      const { token, userId } = await openSessionFor(db, who)
      return clientOf(app, token, userId)
    },
    close: async () => {
      for (const each of apps) await each.close()
      await db.close()
      await rm(archivosDir, { recursive: true, force: true })
      await admin.query(raw(`drop database ${name} with (force)`))
      await admin.close()
    },
  }
}

const permisoIds = (names: readonly string[], of: readonly { id: number; nombre_permiso: string }[]) =>
  of.filter((p) => names.includes(p.nombre_permiso)).map((p) => p.id)

async function openSessionFor(db: Database, who: UserOptions) {
  const { rol = 'administrador', password_hash = 'ninguna', piloto_id = null } = who
  const permisos = who.permisos ? permisoIds(who.permisos, allPermisos) : defaultPermisos(rol)
  const username = who.username ?? `${rol}-${randomUUID().slice(0, 8)}`
  const user = await one<{ id: number; password_hash: string; estado: 'activo' }>(
    db,
    sql`insert into usuarios (username, password_hash, rol_id, permisos, permisos_dinero, piloto_id, busqueda)
      values (${username}, ${password_hash}, ${rolId[rol]}, ${permisos},
        ${permisoIds(who.permisos_dinero ?? [], permisosDinero)}, ${piloto_id}, ${searchText([username])})
      returning id, password_hash, estado`,
  )
  const opened = user && (await openSession(db, user))
  if (!opened) throw new Error('openSession returned no session for the new user')
  return { token: opened.token, userId: user.id }
}

function clientOf(app: FastifyInstance, token?: string, userId?: number): Client {
  const send = async (options: InjectOptions): Promise<ApiResponse> => {
    const authorization = token && { authorization: `Bearer ${token}` }
    const answer = await app.inject({ ...options, headers: { ...authorization, ...options.headers } })
    return { status: answer.statusCode, headers: answer.headers, body: bodyOf(answer.body) }
  }
  const withBody = (method: 'POST' | 'PUT' | 'PATCH') => (url: string, body?: unknown) =>
    send({
      method,
      url,
      ...(body !== undefined && {
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
  return {
    token,
    userId,
    send,
    get: (url) => send({ method: 'GET', url }),
    post: withBody('POST'),
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    delete: (url) => send({ method: 'DELETE', url }),
  }
}

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
