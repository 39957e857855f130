import type { Permiso } from '@flota/contract/core/access.ts'
import { permisos } from '@flota/contract/core/permisos.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { margenGrupos } from '@flota/contract/money/margen.ts'
import { demoraGrupos } from '@flota/contract/reports/reportes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../platform/metrics/createMetrics.ts'
import { aRuta } from './factories.ts'
import { type MoneyOffice, openMoneyOffice, secretAmounts } from './moneyOffice.ts'
import { containsAmount, readableText } from './readableText.ts'
import type { Client } from './testApp.ts'

// Searches all responses: no amount reaches a caller without permission (docs/contract/permissions.md).

let office: MoneyOffice
beforeAll(async () => {
  office = await openMoneyOffice()
})
afterAll(() => office.caja.close())

const { delPiloto, deEmpresa, delMargen } = secretAmounts
const facturado = [...secretAmounts.facturado, ...secretAmounts.cobrado]
const all = [...delPiloto, ...deEmpresa, ...delMargen, ...facturado]
const seven = permisos.map(({ nombre_permiso }) => nombre_permiso) satisfies Permiso[]

/** Returns the queries to try for a path that requires one or shows more with one. */
function queriesOf(line: string): readonly string[] {
  const { ids, gasto_id, desde, hoy, ruta } = office
  const days = `desde=${desde}&hasta=${hoy}`
  const demoras = demoraGrupos.map((por) => `por=${por}`)
  const margen = margenGrupos.map((por) => `por=${por}&${days}`)
  const queries: Record<string, readonly string[]> = {
    'GET /api/archivos': [
      `entidad=movimientos&entidad_id=${gasto_id}`,
      `entidad=rutas&entidad_id=${ruta.id}`,
    ],
    'GET /api/movimientos': ['', 'buscar=4471', `chofer_id=${ids.choferes}`],
    'GET /api/facturas': ['', `ruta_id=${ruta.id}`],
    'GET /api/margen': margen,
    'GET /api/margen/exportar': margen,
    'GET /api/buscar': ['', 'buscar=7313', `buscar=${ruta.no_ruta}`, 'buscar=Julio'],
    'GET /api/rutas': ['', `buscar=${ruta.no_ruta}`, 'buscar=7313'],
    'GET /api/rutas/:id/hoja': ['precio=si'],
    'GET /api/rutas/hojas': [`precio=si&ids=${ruta.id}`],
    'GET /api/rutas/sugerencias': ['campo=destino'],
    'GET /api/tarifas/sugerencia': [`cliente_id=${ids.clientes}&origen=guatemala&destino=coban`],
    'GET /api/disponibles': [`fecha=${hoy}&hora=08:30`],
    'GET /api/tablero': [`fecha=${hoy}`],
    'GET /api/reportes/demoras': demoras,
    'GET /api/reportes/demoras/exportar': demoras,
    'GET /api/reportes/demoras/viajes': [`por=cliente&clave=${ids.clientes}`, 'por=causa&clave=Bloqueo'],
    'GET /api/reportes/exportar': ['formato=excel', 'formato=pdf'],
    'GET /api/bitacora': ['', 'tipo=movimientos', 'tipo=liquidaciones'],
  }
  return queries[line] ?? ['']
}

/** Every reading call, at each address and query. Add a new kind of record to `ids`. */
const reads = () =>
  endpoints
    // The public logo holds no amount.
    .filter(({ line, method }) => method === 'GET' && line !== 'GET /api/logo/:version')
    .flatMap(({ line, path }) => {
      const url = path.replace(':tipo', 'choferes').replace(/([\w-]+)\/:id/, (_all, tipo: string) => {
        const id = office.ids[tipo]
        if (id === undefined) throw new Error(`No id of ${tipo} to read`)
        return `${tipo}/${id}`
      })
      return queriesOf(line).map((query) => ({ line: String(line), url: query ? `${url}?${query}` : url }))
    })

/** Reads everything as the client. @returns the endpoints that respond, and those with one of the amounts */
async function walk(client: Client, amounts: readonly number[]) {
  const readable = new Set<string>()
  const revealing = new Set<string>()
  const found = new Set<number>()
  for (const { line, url } of reads()) {
    const headers = { authorization: `Bearer ${client.token}` }
    const answer = await office.caja.server.app.inject({ url, headers })
    expect([url, answer.statusCode < 500]).toEqual([url, true])
    if (answer.statusCode < 300) readable.add(line)
    const text = await readableText(answer)
    for (const amount of amounts.filter((each) => containsAmount(text, each))) {
      revealing.add(line)
      found.add(amount)
    }
  }
  return { readable, revealing: [...revealing].toSorted(), found }
}

const ofMovimientos = [
  'GET /api/archivos/:id/contenido',
  'GET /api/cargas',
  'GET /api/cargas/:id',
  'GET /api/cargas/exportar',
  'GET /api/liquidaciones',
  'GET /api/liquidaciones/:id',
  'GET /api/liquidaciones/:id/pdf',
  'GET /api/liquidaciones/exportar',
  'GET /api/movimientos',
  'GET /api/movimientos/:id',
  'GET /api/movimientos/:id/pdf',
  'GET /api/movimientos/exportar',
  'GET /api/saldos',
  'GET /api/saldos/exportar',
]
const ofRendimiento = ['GET /api/rendimiento', 'GET /api/rendimiento/exportar']
const ofMargen = ['GET /api/margen', 'GET /api/margen/exportar', 'GET /api/rutas/:id/dinero']
const ofFacturas = [
  'GET /api/clientes/:id/estado-de-cuenta',
  'GET /api/clientes/:id/estado-de-cuenta/pdf',
  'GET /api/cobros',
  'GET /api/cobros/:id',
  'GET /api/cobros/exportar',
  'GET /api/facturas',
  'GET /api/facturas/:id',
  'GET /api/facturas/exportar',
  'GET /api/por-cobrar',
  'GET /api/por-cobrar/exportar',
]
const miDinero = 'GET /api/piloto/mi-dinero'

test('reading calls: an administrador gets every amount, and every endpoint is called', async () => {
  const { revealing, found, readable } = await walk(office.caja.admin, all)
  expect(revealing).toEqual(
    [
      ...ofMovimientos,
      ...ofMargen,
      ...ofRendimiento,
      ...ofFacturas,
      'GET /api/bitacora',
      'GET /api/bitacora/exportar',
    ].toSorted(),
  )
  expect(found).toEqual(new Set(all))
  const { readable: byPiloto } = await walk(office.owner, [])
  const unread = new Set(reads().map(({ line }) => line)).difference(readable.union(byPiloto))
  expect([...unread]).toEqual([])
})

test('reading calls: a user with the seven permissions gets no amount', async () => {
  const { server } = office.caja
  const { revealing } = await walk(await server.as({ rol: 'usuario', permisos: seven }), all)
  expect(revealing).toEqual([])
})

test('reading calls: a user with gestionar_dinero gets no margin', async () => {
  const { server } = office.caja
  for (const permisos of [[], seven]) {
    const options = { rol: 'usuario', permisos, permisos_dinero: ['gestionar_dinero'] } as const
    const cashier = await server.as(options)
    expect((await walk(cashier, [...delMargen, ...facturado])).revealing).toEqual([])
    expect((await walk(cashier, [...delPiloto, ...deEmpresa])).revealing).toEqual(ofMovimientos)
  }
})

test('reading calls: only gestionar_cobros gets the amounts of invoices, and it gets no others', async () => {
  const { server } = office.caja
  const options = { rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] } as const
  expect((await walk(await server.as(options), all)).revealing).toEqual(ofFacturas)
  const others = { ...options, permisos: seven, permisos_dinero: ['ver_dinero', 'gestionar_dinero'] } as const
  expect((await walk(await server.as(others), facturado)).revealing).toEqual([])
})

test("reading calls: a piloto gets only the own money, without the office's usernames", async () => {
  const { owner, other } = office
  expect((await walk(other, all)).revealing).toEqual([])
  const { revealing, found } = await walk(owner, all)
  expect(revealing).toEqual(['GET /api/archivos/:id/contenido', miDinero])
  expect(found).toEqual(new Set(delPiloto))
  expect(JSON.stringify((await owner.get('/piloto/mi-dinero')).body)).not.toContain('registrado_por')
})

/** Calls that money rejects or that change a record with money, with their form values. */
async function writesOf(client: Client) {
  const { ids, ruta, gasto, gasto_id, settled, caja } = office
  const own = `/api/movimientos/${gasto_id}`
  const { references } = caja
  return [
    await client.delete(`/api/rutas/${ruta.id}`),
    await client.delete(`/api/choferes/${ids.choferes}`),
    await client.put(`/api/rutas/${ruta.id}`, aRuta(references, { ...ruta, estado: 'Entregado' })),
    await client.patch('/api/rutas/estado', { rutas: [{ id: ruta.id }], estado: 'Entregado' }),
    await client.post('/api/movimientos', gasto),
    await client.post('/api/movimientos', { ...gasto, monto: 0 }),
    await client.put(`/api/movimientos/${settled}`, { ...gasto, monto: 1 }),
    await client.put(own, { tipo: 'pago', monto: 'x' }),
    await client.put(`${own}/estado`, { estado: 'anulado' }),
    await client.post('/api/liquidaciones', { chofer_id: ids.choferes, movimientos: [settled] }),
    await client.post('/api/liquidaciones', { chofer_id: ids.choferes, movimientos: [gasto_id], saldo: 1 }),
    await client.post(`/api/liquidaciones/${ids.liquidaciones}/anular`, {}),
    await client.delete(own),
    await client.delete(`/api/archivos/${ids.archivos}`),
  ]
}

test('writing calls: no error and no response contains an amount', async () => {
  const { server, admin } = office.caja
  const callers = [
    await server.as({ rol: 'usuario', permisos: seven }),
    office.other,
    office.owner,
    // Last: for a user with permission the call fails only because of its input.
    await server.as({ rol: 'usuario', permisos: seven, permisos_dinero: ['gestionar_dinero'] }),
    admin,
  ]
  for (const client of callers)
    for (const { status, body } of await writesOf(client)) {
      const text = JSON.stringify(body)
      expect([status, text, all.filter((amount) => containsAmount(text, amount))]).toEqual([status, text, []])
    }
})

test('metrics: contain no amount', async () => {
  const { db } = office.caja.server
  const readDisks = async () => []
  const metrics = createMetrics({
    db,
    replica: undefined,
    lastBackup: undefined,
    version: '1.2.3',
    readDisks,
  })
  const text = await metrics.read()
  expect(text).toContain('flota_')
  expect(all.filter((amount) => containsAmount(text, amount))).toEqual([])
})
