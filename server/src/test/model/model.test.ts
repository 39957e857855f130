import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences } from '../../domain/trips/totals.ts'
import { openSession } from '../../features/session/queries.ts'
import { one, raw, run, sql } from '../../platform/db/sql.ts'
import { type ApiResponse, type Client, type TestApp, testApp, type UserOptions } from '../testApp.ts'
import { listFichasStep, showFichaStep } from './catalogos.ts'
import { buildStep, command, type ModelCommand } from './commands.ts'
import {
  listRutasStep,
  nextNumberStep,
  recientesStep,
  reporteStep,
  showHistorialStep,
  showRutaStep,
} from './listas.ts'
import {
  accessError,
  createModelState,
  type Json,
  type ModelState,
  type ModelStep,
  type Usuario,
} from './modelState.ts'
import { listMantenimientos, listPapelera } from './papelera.ts'
import { listUsuariosStep } from './usuarios.ts'

/*
 * Random users make random calls, and each response is compared with a model written from docs/contract.
 * More runs: MODEL_RUNS=2000. To repeat a failure: MODEL_SEED and MODEL_PATH of its message.
 */
const numRuns = Number(process.env.MODEL_RUNS ?? 100)
const seed = Number(process.env.MODEL_SEED ?? Math.floor(Math.random() * 2 ** 31))
const path = process.env.MODEL_PATH

let server: TestApp
beforeAll(async () => {
  server = await testApp({ now: () => new Date('2026-11-30T18:00:00Z') })
})
afterAll(() => server.close())

const tables =
  'sesiones idempotencia rutas_historial rutas resumen resumen_clientes mantenimientos usuarios choferes ayudantes clientes camiones'
/** Faster than truncate for few rows. */
const emptyTables = () =>
  server.db.transaction(async (tx) => {
    const deletes = tables.split(' ').map((table) => `delete from ${table}`)
    await run(tx, raw(['set local session_replication_role = replica', ...deletes].join('; ')))
  })

/** State of the model, and the token of each user that ever had one. */
interface Run {
  world: ModelState
  sessions: Map<number, Client>
}

async function newUser(
  { world, sessions }: Run,
  options: UserOptions & { username: string },
  permisos: number[],
) {
  const client = await server.as(options)
  const id = client.userId ?? 0
  sessions.set(id, client)
  const { username, rol = 'administrador', piloto_id = null } = options
  const rol_id = { administrador: 1, piloto: 2, usuario: 3 }[rol]
  const meta = { id, version: 1, bin: undefined, session: 'open', estado: 'activo' } as const
  const user: Usuario = { ...meta, username, rol_id, piloto_id, permisos }
  world.usuarios.set(id, user)
  return user
}

/** Creates two administrators, two usuarios, two pilots and one of each record. */
async function newRun(): Promise<Run> {
  await emptyTables()
  const office: Run = { world: createModelState(), sessions: new Map() }
  const all = [1, 2, 3, 4, 5, 6, 7]
  const admin = await newUser(office, { username: 'admin' }, all)
  await newUser(office, { username: 'jefa' }, all)
  const values = {
    nombre: 'Ana',
    apellido: 'Núñez',
    telefono: '1',
    tipo_licencia: 'A',
    vencimiento: '2027-01-01',
    placa: 'A-0',
    marca: 'Hino',
    modelo: 'X',
    color: 'Azul',
    tipo: 'Cabezal',
    tarjeta_circulacion: 'T',
  }
  const make = (kind: 'POST ficha' | 'POST ruta', input: unknown) =>
    call(office, buildStep(office.world, { kind, who: 0, mayDoIt: true, input }, admin), admin)
  for (const tabla of ['choferes', 'choferes', 'clientes', 'camiones', 'ayudantes'] as const) {
    const input = { tabla, target: 0, values, wrong: undefined, version: 'none' }
    await make('POST ficha', input)
  }
  await newUser(office, { username: 'todo', rol: 'usuario', permisos: names }, all)
  await newUser(office, { username: 'poco', rol: 'usuario', permisos: ['ver_rutas', 'editar_rutas'] }, [4, 6])
  for (const [i, piloto_id] of [...office.world.choferes.keys()].entries()) {
    await newUser(office, { username: `piloto${i}`, rol: 'piloto', piloto_id }, [4, 5])
  }
  const form = { servicio: 'Flete', fecha: '2026-11-20', hora: '08:30', comentario: null }
  for (const [n, estado] of ['Pendiente', 'Entregado', 'Pendiente'].entries()) {
    const refs = { cliente: 0, camion: 0, chofer: n % 2, ayudante: n }
    const values = { ...form, no_ruta: `P-${n}` }
    const more = { target: 0, texto: undefined, precio: '0.10', wrong: undefined, version: 'none' }
    await make('POST ruta', { refs, values, estado, ...more })
  }
  return office
}
const names = [
  'gestionar_catalogos',
  'generar_reportes',
  'crear_rutas',
  'ver_rutas',
  'actualizar_estado',
  'editar_rutas',
  'eliminar_rutas',
] as const

// Start and end of a trip depend on settings, modificado_por on the log: rutas/horas.test.ts.
const moments = ['creado_en', 'actualizado_en', 'eliminado_en', 'inicio', 'fin', 'modificado_por']
/** Removes values that the model can't know: moments, and ids of history rows. */
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip)
  if (typeof value !== 'object' || value === null) return value
  const unknown = 'estado_anterior' in value ? [...moments, 'id', 'fecha'] : moments
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !unknown.includes(key))
      .map(([key, each]) => [key, strip(each)]),
  )
}

/** Makes the call and compares the whole response with the model's. */
async function call({ world, sessions }: Run, step: ModelStep, caller: Usuario | undefined): Promise<void> {
  const expected = accessError(caller, step.rule) ?? step.outcome()
  const client = caller ? sessions.get(caller.id)! : server.anonymous
  const { method, url, body, headers } = step
  const answer = await client.send({
    method,
    url,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  })
  const data: Json | undefined = answer.body.data
  if (answer.status === expected.status && expected.status < 300) {
    if (data && expected.onCreated) expected.onCreated(Number(data.id))
    if (data && expected.onResponse) expected.onResponse(data)
  }
  const expectedBody = {
    status: expected.status,
    code: expected.code,
    campos: expected.campos?.toSorted(),
    message: expected.messages?.length === 1 ? expected.messages[0] : expect.any(String),
    ...(expected.data && { data: strip(expected.data()) }),
    ...expected.extraBody,
  }
  const actual = responseOf(answer, expected.total !== undefined)
  const context = { method, url, body, caller: caller && [caller.id, caller.username] }
  expect({ ...context, ...actual }).toEqual({
    ...context,
    ...expectedBody,
    ...(expected.total !== undefined && { message: undefined, total: String(expected.total) }),
  })
  if (expected.messages && actual.message !== undefined) expect(expected.messages).toContain(actual.message)
  expect(world.usuarios.size).toBeGreaterThan(0)
}

function responseOf({ status, headers, body }: ApiResponse, isBare: boolean): Json {
  if (isBare && status === 200) return { status, data: strip(body), total: headers['x-total-count'] }
  // The model has no trip check: rutas/revision.test.ts.
  const { success, message, data, error, avisos: _unknown, ...beside } = body
  const campos = error?.campos && Object.keys(error.campos).toSorted()
  const fields = { status, code: error?.code, campos, message, ...beside }
  return {
    ...fields,
    ...(data !== undefined && { data: strip(data) }),
    ...(success !== status < 300 && { success }),
  }
}

/** Opens a new session for a user who may have one. */
async function enter({ world, sessions }: Run, who: number): Promise<void> {
  const users = [...world.usuarios.values()]
  const user = users[who % users.length]!
  const row = await one<{ id: number; password_hash: string; estado: 'activo' }>(
    server.db,
    sql`select id, password_hash, estado from usuarios where id = ${user.id}`,
  )
  const opened = row && (await openSession(server.db, row))
  expect([user, opened !== undefined]).toEqual([user, user.estado === 'activo' && !user.bin])
  if (!opened) return
  sessions.set(user.id, server.clientOf(server.app, opened.token, user.id))
  user.session = 'open'
}

/** Compares what every user sees at the end, and the stored totals. */
async function expectSameState(office: Run): Promise<void> {
  const { world } = office
  const auditor = await newUser(office, { username: 'auditora' }, [1, 2, 3, 4, 5, 6, 7])
  const list = { target: 0, buscar: '', pagina: 1, porPagina: undefined }
  const filters = { campo: '', estado: '', cliente: undefined, desde: '', hasta: '', mine: false }
  const tablas = ['choferes', 'ayudantes', 'clientes', 'camiones'] as const
  const steps = [
    ...tablas.flatMap((tabla) => [
      listFichasStep(world, { ...list, tabla, orden: 'nombre' }),
      showFichaStep(world, { tabla, target: 0 }),
    ]),
    ...['recientes', 'ascendente'].map((orden) =>
      listRutasStep(world, { ...list, ...filters, orden }, auditor),
    ),
    ...[...world.rutas.keys()].flatMap((_id, n) => [
      showRutaStep(world, n, auditor),
      showHistorialStep(world, n, auditor, false),
    ]),
    ...['dia', 'mes', 'anio'].map((filtro) => reporteStep(world, filtro)),
    recientesStep(world, 7, auditor),
    nextNumberStep(world),
    listPapelera(world, 1, undefined),
    listMantenimientos(world),
    listUsuariosStep(world, 'nombre'),
  ]
  for (const step of steps) await call(office, step, auditor)
  expect(await findTotalDifferences(server.db)).toEqual([])
}

async function execute(office: Run, each: ModelCommand): Promise<void> {
  const { kind, who, mayDoIt } = each
  const { world } = office
  if (kind === 'entrar') return enter(office, who)
  const { rule } = buildStep(world, { ...each, kind }, undefined)
  const known = [...world.usuarios.values()].filter(({ session }) => session !== undefined)
  const able = mayDoIt ? known.filter((user) => !accessError(user, rule)) : []
  const caller = able.length > 0 ? able[who % able.length] : known[who % (known.length + 1)]
  await call(office, buildStep(world, { ...each, kind }, caller), caller)
}

test('API: responds as the model for random calls of random users', { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 60, size: 'max' }), async (commands) => {
      const office = await newRun()
      for (const each of commands) await execute(office, each)
      await expectSameState(office)
    }),
    { numRuns, seed, ...(path !== undefined && { path }) },
  )
})
