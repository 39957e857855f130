import type { Permiso } from '@flota/contract/access.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { margenGrupos } from '@flota/contract/margen.ts'
import { permisos } from '@flota/contract/permisos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../platform/metrics/createMetrics.ts'
import { aRuta } from './factories.ts'
import { type MoneyOffice, openMoneyOffice, secretAmounts } from './moneyOffice.ts'
import { containsAmount, readableText } from './readableText.ts'
import type { Client } from './testApp.ts'

// Searched for through all calls, no amount of money reaches who lacks its line (docs/contract/permissions.md).

let office: MoneyOffice
beforeAll(async () => {
  office = await openMoneyOffice()
})
afterAll(() => office.caja.close())

const { delPiloto, deEmpresa, delMargen } = secretAmounts
const all = [...delPiloto, ...deEmpresa, ...delMargen]
const seven = permisos.map(({ nombre_permiso }) => nombre_permiso) satisfies Permiso[]

/** What an address asks for where it says nothing, or not enough, without it. */
function queriesOf(line: string): readonly string[] {
  const { ids, gasto_id, desde, hoy, ruta } = office
  const days = `desde=${desde}&hasta=${hoy}`
  const margen = margenGrupos.map((por) => `por=${por}&${days}`)
  const asked: Record<string, readonly string[]> = {
    'GET /api/archivos': [
      `entidad=movimientos&entidad_id=${gasto_id}`,
      `entidad=rutas&entidad_id=${ruta.id}`,
    ],
    'GET /api/movimientos': ['', 'buscar=4471', `chofer_id=${ids.choferes}`],
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
    'GET /api/reportes/demoras': ['cliente', 'lugar', 'causa'].map((por) => `por=${por}`),
    'GET /api/reportes/exportar': ['formato=excel', 'formato=pdf'],
    'GET /api/bitacora': ['', 'tipo=movimientos', 'tipo=liquidaciones'],
  }
  return asked[line] ?? ['']
}

/** Every call that reads, at every address and question that it has here. A new kind of record belongs into `ids`. */
const reads = () =>
  endpoints
    .filter(({ method }) => method === 'GET')
    .flatMap(({ line, path }) => {
      const url = path.replace(':tipo', 'choferes').replace(/([\w-]+)\/:id/, (_all, tipo: string) => {
        const id = office.ids[tipo]
        if (id === undefined) throw new Error(`Which record of ${tipo} is to be read?`)
        return `${tipo}/${id}`
      })
      return queriesOf(line).map((query) => ({ line: String(line), url: query ? `${url}?${query}` : url }))
    })

/** What such a caller reads: which calls answer, and which tell any of these amounts. */
async function walk(client: Client, sought: readonly number[]) {
  const answered = new Set<string>()
  const telling = new Set<string>()
  const told = new Set<number>()
  for (const { line, url } of reads()) {
    const headers = { authorization: `Bearer ${client.token}` }
    const answer = await office.caja.server.app.inject({ url, headers })
    expect([url, answer.statusCode < 500]).toEqual([url, true])
    if (answer.statusCode < 300) answered.add(line)
    const text = await readableText(answer)
    for (const amount of sought.filter((each) => containsAmount(text, each))) {
      telling.add(line)
      told.add(amount)
    }
  }
  return { answered, telling: [...telling].toSorted(), told }
}

const ofMovimientos = [
  'GET /api/archivos/:id/contenido',
  'GET /api/liquidaciones',
  'GET /api/liquidaciones/:id',
  'GET /api/liquidaciones/:id/pdf',
  'GET /api/movimientos',
  'GET /api/movimientos/:id',
  'GET /api/movimientos/:id/pdf',
  'GET /api/movimientos/exportar',
  'GET /api/saldos',
]
const ofMargen = ['GET /api/margen', 'GET /api/margen/exportar', 'GET /api/rutas/:id/dinero']
const miDinero = 'GET /api/piloto/mi-dinero'

test('an administrador finds every amount, where it belongs and in the log, and every call is walked', async () => {
  const { telling, told, answered } = await walk(office.caja.admin, all)
  expect(telling).toEqual(
    [...ofMovimientos, ...ofMargen, 'GET /api/bitacora', 'GET /api/bitacora/exportar'].toSorted(),
  )
  expect(told).toEqual(new Set(all))
  const { answered: byPiloto } = await walk(office.owner, [])
  const unread = new Set(reads().map(({ line }) => line)).difference(answered.union(byPiloto))
  expect([...unread]).toEqual([])
})

test('who holds the seven is told none', async () => {
  const { server } = office.caja
  const { telling } = await walk(await server.as({ rol: 'usuario', permisos: seven }), all)
  expect(telling).toEqual([])
})

test('who pays out is not told what a trip left, whatever else he may', async () => {
  const { server } = office.caja
  for (const held of [[], seven]) {
    const who = { rol: 'usuario', permisos: held, permisos_dinero: ['gestionar_dinero'] } as const
    const cashier = await server.as(who)
    expect((await walk(cashier, delMargen)).telling).toEqual([])
    expect((await walk(cashier, [...delPiloto, ...deEmpresa])).telling).toEqual(ofMovimientos)
  }
})

test('a piloto is told the own money alone, and not who of the office wrote it', async () => {
  const { owner, other } = office
  expect((await walk(other, all)).telling).toEqual([])
  const { telling, told } = await walk(owner, all)
  expect(telling).toEqual(['GET /api/archivos/:id/contenido', miDinero])
  expect(told).toEqual(new Set(delPiloto))
  expect(JSON.stringify((await owner.get('/piloto/mi-dinero')).body)).not.toContain('registrado_por')
})

/** Calls that money refuses or that change what it hangs on, each as its form sends it. */
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

test('no refusal and no answer to a change tells an amount', async () => {
  const { server, admin } = office.caja
  const callers = [
    await server.as({ rol: 'usuario', permisos: seven }),
    office.other,
    office.owner,
    // Last: who may, is refused by what is wrong alone.
    await server.as({ rol: 'usuario', permisos: seven, permisos_dinero: ['gestionar_dinero'] }),
    admin,
  ]
  for (const client of callers)
    for (const { status, body } of await writesOf(client)) {
      const text = JSON.stringify(body)
      expect([status, text, all.filter((amount) => containsAmount(text, amount))]).toEqual([status, text, []])
    }
})

test('metrics tell none', async () => {
  const { db } = office.caja.server
  const metrics = createMetrics({ db, replica: undefined, lastBackup: undefined, version: '1.2.3' })
  const text = await metrics.read()
  expect(text).toContain('flota_')
  expect(all.filter((amount) => containsAmount(text, amount))).toEqual([])
})
