import { afterEach, beforeEach, expect, test } from 'vitest'
import { many, one, run, sql } from '../../platform/db/sql.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'

// GET /api/reportes/demoras (docs/contract/reports.md); it is 20/11/2026, noon.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const day = '2026-11-10'
const on = (hour: string, date = day) => `${date}T${hour}-06:00`
const create = async (changes: object = {}): Promise<number> =>
  (await office.admin.post('/api/rutas', aRuta(refs, { fecha: day, estado: 'Entregado', ...changes }))).body
    .data.id
const waits = (id: number, tiempos: object) => office.admin.put(`/api/rutas/${id}/tiempos`, tiempos)
const reglas = (body: object, cliente = refs.cliente_id) =>
  office.admin.put(`/api/clientes/${cliente}/reglas`, body)
const read = async (query = '') => {
  const { status, body } = await office.admin.get(`/api/reportes/demoras${query}`)
  expect([status, body.count]).toEqual([200, body.data?.length])
  return body.data
}
const aClient = async (nombre: string, body: object = {}): Promise<number> => {
  const { id } = (await office.admin.post('/api/clientes', aPersona({ nombre, apellido: 'Paz' }))).body.data
  await reglas(body, id)
  return id
}

test('demoras by client: two trips of one client are one row', async () => {
  await reglas({ horas_libres: 2, tarifa_demora: 150 })
  for (const salida_carga of ['16:30:00', '16:31:59'])
    await waits(await create(), { llegada_carga: on('10:00:00'), salida_carga: on(salida_carga) })
  await create()
  const figures = { viajes: 2, viajes_dudosos: 0, horas: 13.02, cobrable_h: 9.25, monto: 1387.5 }
  const nombre = expect.stringMatching(/^Rosa Ixcoy/)
  expect(await read()).toEqual([{ clave: String(refs.cliente_id), nombre, ...figures }])
  expect(await read('?por=')).toEqual(await read('?por=cliente'))
  expect(await read('?por=lugar')).toMatchObject([figures])
  expect(await read('?por=causa')).toEqual([])
})

test('demoras by client: sums minutes before hours, charges days as 24 h, and counts a trip once', async () => {
  await reglas({ horas_libres: 0, tarifa_demora: 100, unidad: 'dia' })
  for (let i = 0; i < 3; i++)
    await waits(await create({ origen: 'Bodega', destino: 'bodéga ' }), {
      llegada_carga: on('10:00:00'),
      salida_carga: on('10:10:00'),
      llegada_descarga: on('11:00:00'),
      salida_descarga: on('11:10:00'),
    })
  const figures = { viajes: 3, horas: 1, cobrable_h: 144, monto: 600 }
  for (const por of ['cliente', 'lugar']) expect(await read(`?por=${por}`)).toMatchObject([figures])
})

test('demoras by place: merges spellings as in the newest trip, and charges nothing without a rate', async () => {
  const wait = { llegada_carga: on('10:00:00'), salida_carga: on('11:00:00') }
  await waits(await create({ origen: 'PUERTO QUETZAL', fecha: '2026-11-09' }), wait)
  await waits(await create({ origen: 'Puerto Quétzal', hora: '09:00' }), wait)
  await waits(await create({ origen: 'puerto quetzal', hora: '08:00' }), wait)
  await waits(await create({ destino: 'Puerto quetzal', fecha: '2026-11-01' }), {
    llegada_descarga: on('10:00:00'),
    salida_descarga: on('12:30:00'),
  })
  const clave = 'Puerto Quétzal'
  expect(await read('?por=lugar')).toEqual([
    {
      clave,
      nombre: clave,
      viajes: 4,
      viajes_dudosos: 0,
      horas: 5.5,
      cobrable_h: 0,
      monto: 0,
      sin_tarifa: true,
    },
  ])
  expect(await read('?por=lugar&desde=2026-11-10')).toMatchObject([{ viajes: 2, horas: 2 }])
  expect(await read('?por=lugar&hasta=2026-11-09')).toMatchObject([{ clave: 'PUERTO QUETZAL', viajes: 2 }])
  expect(await read('?desde=2026-11-11')).toEqual([])
})

test('demoras by place: says that no rate exists when the only chargeable hours have none', async () => {
  await reglas({ horas_libres: 5, tarifa_demora: 100 })
  const wait = { llegada_carga: on('10:00:00'), salida_carga: on('11:30:00') }
  await waits(await create({ origen: 'Bodega' }), wait)
  const free = { viajes: 1, cobrable_h: 0, monto: 0 }
  const [row] = await read('?por=lugar')
  expect(row).toMatchObject(free)
  expect(row).not.toHaveProperty('sin_tarifa')
  const cliente_id = await aClient('Nuria', { horas_libres: 1 })
  await waits(await create({ origen: 'Bodega', cliente_id }), wait)
  expect(await read('?por=lugar')).toMatchObject([{ viajes: 2, cobrable_h: 0.5, monto: 0, sin_tarifa: true }])
})

test('demoras by cause: sums whole minutes of incidents, open ones until now', async () => {
  const [first, second] = [await create(), await create()]
  const deleted = await create()
  const add = (id: number, causa: string, desde: string, hasta: string | null) =>
    office.admin.post(`/api/rutas/${id}/incidentes`, { causa, desde, hasta })
  await add(first, 'Bloqueo', on('08:00:59'), on('08:10:00'))
  await add(first, 'Bloqueo', on('09:00:00'), on('09:10:00'))
  await add(second, 'Bloqueo', on('11:59:30', '2026-11-20'), null)
  await add(second, 'Clima', on('11:00:00'), on('12:00:00'))
  await add(second, 'Robo', on('18:00:00', '2026-11-20'), null)
  const { body } = await add(second, 'Clima', on('01:00:00'), on('05:00:00'))
  await office.admin.delete(`/api/rutas/${second}/incidentes/${body.data.id}`)
  await add(deleted, 'Clima', on('01:00:00'), on('05:00:00'))
  await office.admin.delete(`/api/rutas/${deleted}`)
  const row = (clave: string, viajes: number, horas: number) => ({
    clave,
    nombre: clave,
    viajes,
    viajes_dudosos: 0,
    horas,
    cobrable_h: null,
    monto: null,
  })
  expect(await read('?por=causa')).toEqual([row('Clima', 1, 1), row('Bloqueo', 2, 0.35), row('Robo', 1, 0)])
  office.setClock('2026-11-20T13:59:59-06:00')
  expect((await read('?por=causa'))[0]).toEqual(row('Bloqueo', 2, 2.33))
})

test('demoras: ordered by amount, hours and name', async () => {
  const hour = { llegada_carga: on('10:00:00'), salida_carga: on('11:00:00') }
  const rate = { horas_libres: 0, tarifa_demora: 10 }
  const named = ['Zoila', 'Ñandú', 'Nuria', 'Óscar']
  for (const [i, nombre] of named.entries()) {
    const cliente_id = await aClient(nombre, i === 0 ? rate : {})
    await waits(await create({ cliente_id }), hour)
    if (nombre === 'Óscar') await waits(await create({ cliente_id }), hour)
  }
  expect((await read()).map(({ nombre }: { nombre: string }) => nombre)).toEqual([
    'Zoila Paz',
    'Óscar Paz',
    'Nuria Paz',
    'Ñandú Paz',
  ])
})

test('demoras: returns 400 for another group or a reversed range', async () => {
  expect(invalidCamposOf(await office.admin.get('/api/reportes/demoras?por=piloto&desde=x'))).toEqual([
    'desde',
    'por',
  ])
  const backwards = await office.admin.get('/api/reportes/demoras?desde=2026-11-02&hasta=2026-11-01')
  expect(invalidCamposOf(backwards)).toEqual(['hasta'])
})

test('demoras by client: equal SQL over 10,000 trips', async () => {
  const id = await create()
  await run(
    office.server.db,
    sql`insert into clientes (nombre, apellido, telefono, busqueda)
      select 'Cliente', n::text, '', 'cliente' from generate_series(1, 30) n`,
  )
  await run(
    office.server.db,
    sql`insert into reglas (cliente_id, exige_foto, exige_firma, horas_libres, tarifa_demora, unidad)
      select id, false, false, id % 5, 10.05 * id, case when id % 3 = 0 then 'dia' else 'hora' end from clientes`,
  )
  await run(
    office.server.db,
    sql`with nuevas as (
        insert into rutas (no_ruta, cliente_id, servicio, mercaderia, camion_id, origen, destino, chofer_id, fecha, hora,
          precio, inicio, fin, estado, busqueda)
        select 'D-' || n, ${refs.cliente_id} + 1 + n % 30, servicio, mercaderia, camion_id, origen, destino, chofer_id,
          fecha - n % 400, hora, precio, inicio, fin, estado, busqueda
        from rutas, generate_series(1, 10000) n where id = ${id} returning id)
      insert into tiempos (ruta_id, llegada_carga, salida_carga, llegada_descarga, salida_descarga)
      select id, m, m + make_interval(secs => id * 7919 % 90000), m + interval '2 days',
        case when id % 4 > 0 then m + interval '2 days' + make_interval(secs => id * 104729 % 300000 - 9000) end
      from nuevas, lateral (select timestamptz '2026-11-01' + make_interval(secs => id * 31) as m) desde`,
  )
  const rules = new Map(
    (
      await many<{ cliente_id: number; horas_libres: number; tarifa_demora: number; unidad: string }>(
        office.server.db,
        sql`select * from reglas`,
      )
    ).map((each) => [each.cliente_id, each]),
  )
  // Computed here again, in whole minutes and cents.
  const stops = await many<{ cliente_id: number; minutos: number }>(
    office.server.db,
    sql`select cliente_id, floor(extract(epoch from salida) / 60) - floor(extract(epoch from llegada) / 60) as minutos
      from tiempos t join rutas r on r.id = t.ruta_id,
        lateral (values (llegada_carga, salida_carga), (llegada_descarga, salida_descarga)) p (llegada, salida)
      where salida >= llegada`,
  )
  const sums = new Map<number, { minutes: number; hours: number; cents: number }>()
  for (const { cliente_id, minutos } of stops) {
    const { horas_libres, tarifa_demora, unidad } = rules.get(cliente_id)!
    const beyond = Math.max(0, minutos - horas_libres * 60)
    const [units, hours] =
      unidad === 'dia'
        ? [Math.ceil(beyond / 1440), Math.ceil(beyond / 1440) * 24]
        : [Math.ceil(beyond / 15) / 4, Math.ceil(beyond / 15) / 4]
    const sum = sums.get(cliente_id) ?? { minutes: 0, hours: 0, cents: 0 }
    const cents = Math.floor((units * 4 * Math.round(tarifa_demora * 100) + 2) / 4)
    sums.set(cliente_id, {
      minutes: sum.minutes + minutos,
      hours: sum.hours + hours,
      cents: sum.cents + cents,
    })
  }
  const rows = (await read()) as { clave: string; horas: number; cobrable_h: number; monto: number }[]
  expect(rows.length).toBe(30)
  for (const { clave, horas, cobrable_h, monto } of rows) {
    const sum = sums.get(Number(clave))!
    expect([horas, cobrable_h, monto]).toEqual([
      Number((Math.round((sum.minutes * 100) / 60) / 100).toFixed(2)),
      sum.hours,
      sum.cents / 100,
    ])
  }
  expect(await one(office.server.db, sql`select count(*)::int as n from tiempos`)).toEqual({ n: 10_000 })
})
