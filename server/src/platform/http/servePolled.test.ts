import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile } from '../../test/archivos.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'
import { many, run, sql } from '../db/sql.ts'

// Calls that answer 304 to If-None-Match (docs/contract/general.md).

const hoy = '2026-11-20'
const resumen = '/api/avisos/resumen'
const expedientes = '/piloto/expedientes'
const misRutas = '/piloto/mis-rutas?porPagina=10'

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
let piloto: Client
let otherRefs: Awaited<ReturnType<typeof someReferences>>
let other: Client
beforeAll(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
  piloto = await office.server.as({ rol: 'piloto', piloto_id: refs.chofer_id, username: 'julio' })
  otherRefs = await someReferences(office.admin)
  other = await office.server.as({ rol: 'piloto', piloto_id: otherRefs.chofer_id })
})
afterAll(() => office.close())

type Tag = Awaited<ReturnType<Client['get']>>['headers'][string]
const poll = (client: Client, url: string, etag?: Tag) =>
  client.send({ method: 'GET', url, headers: { 'if-none-match': etag?.toString() ?? '' } })
/** Returns the tag of an answer in full. */
async function tagOf(client: Client, url: string) {
  const { status, headers } = await poll(client, url)
  expect([url, status, typeof headers.etag]).toEqual([url, 200, 'string'])
  return headers.etag
}
const create = async (changes: object = {}, of = refs): Promise<{ id: number; version: number }> =>
  (await office.admin.post('/api/rutas', aRuta(of, { fecha: hoy, ...changes }))).body.data

test('an unchanged poll: answers 304 without a body, also on another program', async () => {
  await create()
  const second = office.server.startAnotherApp({ now: () => new Date('2026-11-20T12:00:00-06:00') })
  for (const [client, url] of [
    [office.admin, resumen],
    [piloto, expedientes],
    [piloto, `${expedientes}?pagina=1&porPagina=50`],
    [piloto, misRutas],
  ] as const) {
    const etag = await tagOf(client, url)
    for (const each of [client, office.server.clientOf(second, client.token, client.userId)]) {
      const answer = await poll(each, url, etag)
      expect([url, answer.status, answer.body, answer.headers.etag]).toEqual([url, 304, '', etag])
      expect(answer.headers).not.toHaveProperty('content-length')
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect((await poll(client, url, '"another", *')).status).toBe(200)
    expect((await poll(client, url, `"another", ${etag}`)).status).toBe(304)
  }
  const stranger = await office.server.as({ rol: 'usuario', permisos: [] })
  expect((await poll(stranger, expedientes, await tagOf(piloto, expedientes))).status).toBe(403)
})

test("a pilot's polls: 304 after writes of other pilots' trips, 200 after each that changes the own answer", async () => {
  const ruta = await create({ estado: 'En curso' })
  const ofOther = await create({}, otherRefs)
  const put = (url: string, body: object) => office.admin.put(url, body)
  const cliente = (await office.admin.get(`/api/clientes/${refs.cliente_id}`)).body.data
  const camion = (await office.admin.get(`/api/camiones/${refs.camion_id}`)).body.data
  let foto = { id: 0 }
  const writes: Record<string, () => Promise<unknown>> = {
    'new trip': () => create(),
    state: () => piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'Incidente' }),
    form: () => put(`/api/rutas/${ruta.id}`, aRuta(refs, { fecha: hoy, estado: 'En curso' })),
    delivery: () => piloto.put(`/piloto/ruta/${ruta.id}/entrega`, { recibio: 'Ana' }),
    times: () => piloto.put(`/piloto/ruta/${ruta.id}/tiempos`, { llegada_carga: '2026-11-20T14:00:00.000Z' }),
    incident: () => office.admin.post(`/api/rutas/${ruta.id}/incidentes`, { causa: 'Clima' }),
    photo: async () => {
      foto = await addFile(piloto, `/piloto/ruta/${ruta.id}/archivos`)
    },
    'deleted photo': () => office.admin.delete(`/api/archivos/${foto.id}`),
    client: () => put(`/api/clientes/${refs.cliente_id}`, { ...cliente, telefono: '2222-3333' }),
    rules: () => put(`/api/clientes/${refs.cliente_id}/reglas`, { exige_foto: true }),
    truck: () => put(`/api/camiones/${refs.camion_id}`, { ...camion, placa: 'C-987ZYX' }),
    username: () => put(`/api/usuarios/${piloto.userId}`, { username: 'julio.nuevo' }),
    bin: () => office.admin.delete(`/api/rutas/${ruta.id}`),
  }
  const urls = [expedientes, misRutas]
  const tags = (client: Client) => Promise.all(urls.map((url) => tagOf(client, url)))
  const statuses = (client: Client, known: Tag[]) =>
    Promise.all(urls.map(async (url, at) => (await poll(client, url, known[at])).status))
  for (const [what, write] of Object.entries(writes)) {
    const [own, others] = [await tags(piloto), await tags(other)]
    await office.admin.put(`/api/rutas/${ofOther.id}`, aRuta(otherRefs, { fecha: hoy, estado: 'Pendiente' }))
    expect([what, await statuses(piloto, own)]).toEqual([what, [304, 304]])
    await write()
    expect([what, await statuses(piloto, own)]).toEqual([what, [200, 200]])
    expect([what, await statuses(other, others)]).toEqual([what, [200, 200]])
  }
})

test('a trip that gets another pilot: changes the answers of both', async () => {
  const ruta = await create()
  const before = [await tagOf(piloto, expedientes), await tagOf(other, expedientes)]
  const moved = { ...aRuta(refs, { fecha: hoy, estado: 'Pendiente' }), chofer_id: otherRefs.chofer_id }
  expect((await office.admin.put(`/api/rutas/${ruta.id}`, moved)).status).toBe(200)
  expect((await poll(piloto, expedientes, before[0])).status).toBe(200)
  expect((await poll(other, expedientes, before[1])).status).toBe(200)
})

test('expedientes: changes with the day, mis-rutas of late trips with the minute', async () => {
  await create({ hora: '11:00', estado: 'Pendiente' })
  const late = '/piloto/mis-rutas?retraso=si'
  const [days, minutes] = [await tagOf(piloto, expedientes), await tagOf(piloto, late)]
  office.setClock('2026-11-20T12:01:00-06:00')
  expect((await poll(piloto, expedientes, days)).status).toBe(304)
  expect((await poll(piloto, late, minutes)).status).toBe(200)
  office.setClock('2026-11-21T00:00:00-06:00')
  expect((await poll(piloto, expedientes, days)).status).toBe(200)
  office.setClock('2026-11-20T12:00:00-06:00')
})

test('resumen: 200 after each write that may change it, and for other permissions', async () => {
  const licence = { ...aPersona(), tipo_licencia: 'A', vencimiento: '2026-11-25' }
  const chofer = (await office.admin.post('/api/choferes', licence)).body.data
  const writes: Record<string, () => Promise<unknown>> = {
    postponed: () =>
      office.admin.post(`/api/avisos/choferes-${chofer.id}/posponer`, {
        hasta: '2026-11-22',
        motivo: 'Ya se sabe',
      }),
    trip: () => create(),
    pilot: () => office.admin.post('/api/choferes', licence),
    settings: () => office.admin.put('/api/ajustes', { duracion_viaje_min: 490 }),
    document: () => office.createTipo('camiones', { nombre: 'Póliza', obligatorio: true }),
  }
  for (const [what, write] of Object.entries(writes)) {
    const etag = await tagOf(office.admin, resumen)
    const { status = 200 } = Object(await write()) as { status?: number }
    expect([what, status < 300]).toEqual([what, true])
    expect([what, (await poll(office.admin, resumen, etag)).status]).toEqual([what, 200])
  }
  const clerk = await office.server.as({ rol: 'usuario', permisos: ['ver_rutas'] })
  expect((await poll(clerk, resumen, await tagOf(office.admin, resumen))).status).toBe(200)
  const etag = await tagOf(clerk, resumen)
  await office.admin.put(`/api/usuarios/${clerk.userId}`, { permisos: [1, 4] })
  expect((await poll(clerk, resumen, etag)).status).toBe(200)
})

test('a write that has not been committed: gives no tag that would hide it', async () => {
  const ruta = await create()
  const client = office.server.db
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const before = await tagOf(piloto, misRutas)
  const writing = client.transaction(async (tx) => {
    await run(tx, sql`update rutas set servicio = 'Nuevo', version = version + 1 where id = ${ruta.id}`)
    written.resolve()
    await release.promise
  })
  await written.promise
  for (const [reader, url] of [
    [piloto, misRutas],
    [piloto, expedientes],
    [office.admin, resumen],
  ] as const) {
    const { status, headers } = await poll(reader, url, before)
    expect([url, status, headers.etag]).toEqual([url, 200, undefined])
  }
  release.resolve()
  await writing
  const { status, body, headers } = await poll(piloto, misRutas, before)
  const found = body.data.find(({ id }: { id: number }) => id === ruta.id)
  expect([status, found.servicio, typeof headers.etag]).toEqual([200, 'Nuevo', 'string'])
})

test('random writes and reads at once: no tag hides a committed write', async () => {
  const rutas = await Promise.all([1, 2, 3].map(() => create()))
  const state = { done: false }
  const write = async (id: number) => {
    for (let n = 0; n < 15; n++)
      await run(
        office.server.db,
        sql`update rutas set servicio = ${`Vuelta ${n}`}, version = version + 1 where id = ${id}`,
      )
  }
  /** Returns the last answer as a page would keep it, and in full. */
  const read = async () => {
    let kept = await poll(piloto, misRutas)
    const again = async () => {
      const answer = await poll(piloto, misRutas, kept.headers.etag)
      if (answer.status === 200) kept = answer
    }
    while (!state.done) await again()
    await again()
    return [kept.body.data, (await poll(piloto, misRutas)).body.data]
  }
  const reading = [read(), read()]
  await Promise.all(rutas.map(({ id }) => write(id)))
  state.done = true
  for (const [kept, full] of await Promise.all(reading)) expect(kept).toEqual(full)
})

test('resumen: while it answers 304, a full answer says the same, at 240 moments of 30 hours', async () => {
  await create({ hora: '12:30', duracion_min: 60, estado: 'Incidente' })
  for (const hora of ['12:05', '13:17', '20:00'])
    for (const estado of ['Pendiente', 'En curso']) await create({ hora, duracion_min: 75, estado })
  for (const hora of ['13:00', '14:10']) await create({ fecha: '2026-11-21', hora, duracion_min: 30 })
  let kept = await poll(office.admin, resumen)
  const unchanged: [unknown, unknown][] = []
  for (let minute = 0; minute < 30 * 60; minute += minute % 2 === 0 ? 1 : 14) {
    office.setClock(new Date(Date.parse('2026-11-20T12:00:30-06:00') + minute * 60_000).toISOString())
    const answer = await poll(office.admin, resumen, kept.headers.etag)
    if (answer.status === 200) kept = answer
    else unchanged.push([(await poll(office.admin, resumen)).body.data, kept.body.data])
  }
  expect(unchanged.length).toBeGreaterThan(100)
  for (const [full, before] of unchanged) expect(before).toEqual(full)
  office.setClock('2026-11-20T12:00:00-06:00')
})

/** Tables whose rows decide no polled answer. */
const unversioned = `accesos bitacora cambios_diarios cargas_dias clientes_fiscal cobros cobros_aplicaciones
  conteos_por_hora correos discos_lecturas envios idempotencia importaciones importaciones_columnas importaciones_creados
  importaciones_omitidas importaciones_registros intentos liquidaciones margenes migraciones restricciones
  resumen resumen_clientes rutas_historial segundos_factores sesiones subidas tarifas tarifas_cuenta tokens
  vistas`.split(/\s+/)

test('every table: raises a version, or is known to decide no polled answer', async () => {
  const rows = await many<{ name: string }>(
    office.server.db,
    sql`select relname as name from pg_class c
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and not exists (
        select from pg_trigger where tgrelid = c.oid and tgname like 'cambia\\_%' and tgfoid::regproc::text like 'cambia%')
      order by relname`,
  )
  expect(rows.map(({ name }) => name)).toEqual(unversioned)
})

test("a user who gets another pilot: gets that pilot's answer, also with equal versions", async () => {
  // Pilots whose ids have the same remainder of 64 share a version.
  const twin = refs.chofer_id + 64
  const row = sql`select (jsonb_populate_record(c, jsonb_build_object('id', ${twin}::int))).* from choferes c limit 1`
  await run(office.server.db, sql`insert into choferes overriding system value ${row}`)
  await create()
  const etag = await tagOf(piloto, misRutas)
  await run(office.server.db, sql`update usuarios set piloto_id = ${twin} where id = ${piloto.userId}`)
  expect((await poll(piloto, misRutas, etag)).body.data).toEqual([])
})
