import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCobro, aFactura } from '../../test/cobros.ts'
import { type ComparedKind, comparedPairs } from '../../test/comparedPairs.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { runImport } from '../../test/importar.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { choose, namedTrips } from '../../test/namedTrips.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

// Every list finds a name in each spelling that compares as the same, and by its alias (docs/contract/general.md).

let server: TestApp
let admin: Client
let references: Awaited<ReturnType<typeof someReferences>>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
  references = await someReferences(admin)
  for (const aplica of ['choferes', 'ayudantes', 'camiones'])
    await create('documento-tipos', { nombre: `Seguro de ${aplica}`, aplica, obligatorio: true })
})
afterAll(() => server.close())

async function create(path: string, values: object): Promise<number> {
  const { status, body } = await admin.post(`/api/${path}`, values)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data.id
}
const createTrip = (changes: object) => create('rutas', aRuta({ ...references, ...changes }))

/** A list with a record's name, and the field that has its id. */
type Search = readonly [path: string, field: string]

/** Returns the lists that do not find the record. */
async function listsWithout(id: number, buscar: string, searches: readonly Search[]): Promise<string[]> {
  const missed = await Promise.all(
    searches.map(async ([path, field]) => {
      const [address = '', kind] = path.split('#')
      const query = `${address.includes('?') ? '&' : '?'}buscar=${encodeURIComponent(buscar)}`
      const { body } = await admin.get(`/api/${address}${query}`)
      const rows: Record<string, unknown>[] = kind ? body.data[kind] : (body.data ?? body)
      return rows.some((row) => row[field] === id) ? [] : [path]
    }),
  )
  return missed.flat()
}

const personOf = (text: string) => {
  const [nombre = '', ...rest] = text.split(/\s+/)
  return { nombre, apellido: rest.join(' ') || 'S.A.' }
}
const tripLists = ['rutas', 'rutas?estado=Pendiente&orden=antiguas', 'buscar#rutas']

/** Creates a pilot with a trip, money, a settlement and a missing paper. */
async function aPilot(name: string) {
  const id = await create('choferes', aChofer(personOf(name)))
  const ruta = await createTrip({ chofer_id: id })
  const movimiento = await create('movimientos', {
    tipo: 'anticipo',
    chofer_id: id,
    monto: 100,
    fecha: '2026-01-15',
  })
  await create('liquidaciones', { chofer_id: id, movimientos: [movimiento] })
  return { id, ruta }
}
const pilotSearches: Search[] = [
  ['choferes', 'id'],
  ['buscar#choferes', 'id'],
  ['rutas', 'chofer_id'],
  ['rutas?estado=Pendiente&orden=antiguas', 'chofer_id'],
  ['movimientos', 'chofer_id'],
  ['movimientos/rutas', 'chofer_id'],
  ['liquidaciones', 'chofer_id'],
  ['saldos', 'chofer_id'],
  ['documentos', 'entidad_id'],
  ['documentos?estado=falta', 'entidad_id'],
  ['bitacora?tipo=choferes', 'registro_id'],
]

/** Creates an invoice, with a payment, that does not keep its client from the bin. */
async function anAnnulledInvoice({ cliente_id, rutas = [] }: { cliente_id: number; rutas?: object[] }) {
  const id = await create('facturas', aFactura(cliente_id, { rutas }))
  const cobro = await create('cobros', aCobro({ cliente_id }, id))
  await admin.post(`/api/cobros/${cobro}/anular`, { motivo: 'Cheque rechazado' })
  await admin.post(`/api/facturas/${id}/anular`, { motivo: 'Se repitió' })
  return id
}

async function aClient(name: string) {
  const id = await create('clientes', aPersona(personOf(name)))
  await create('tarifas', {
    cliente_id: id,
    origen: 'Guatemala',
    destino: 'Cobán',
    precio: 1,
    vigente_desde: '2026-01-01',
  })
  const ruta = await createTrip({ cliente_id: id })
  await anAnnulledInvoice({ cliente_id: id })
  return { id, ruta }
}
const clientSearches: Search[] = [
  ['clientes', 'id'],
  ['buscar#clientes', 'id'],
  ['rutas', 'cliente_id'],
  ['rutas?campo=cliente', 'cliente_id'],
  ['tarifas', 'cliente_id'],
  ['facturas', 'cliente_id'],
  ['cobros', 'cliente_id'],
  ['bitacora?tipo=clientes', 'registro_id'],
]

/** Returns stored and typed text of the pairs that are the same; two words are stored, since persons have two names. */
const samePairs = (kind: ComparedKind) =>
  comparedPairs.flatMap(([each, a, b, isSame]): [string, string][] =>
    each === kind && isSame ? [/\S\s\S/.test(a) ? [a, b] : [b, a]] : [],
  )
const inTrips = (field: string): Search[] => tripLists.map((path) => [path, field])
const inBin: Search[] = [['papelera', 'id']]

test.each(samePairs('person'))('pilot and helper %j: found by %j in every list', async (stored, typed) => {
  const { id, ruta } = await aPilot(stored)
  expect(await listsWithout(id, typed, pilotSearches)).toEqual([])
  expect(await listsWithout(ruta, typed, inTrips('id'))).toEqual([])
  const helper = await create('ayudantes', aPersona(personOf(stored)))
  const searches: Search[] = [
    ['ayudantes', 'id'],
    ['buscar#ayudantes', 'id'],
    ['documentos', 'entidad_id'],
    ['bitacora', 'registro_id'],
  ]
  expect(await listsWithout(helper, typed, searches)).toEqual([])
  await admin.delete(`/api/ayudantes/${helper}`)
  expect(await listsWithout(helper, typed, inBin)).toEqual([])
})

test.each(samePairs('client'))('client %j: found by %j in every list', async (stored, typed) => {
  const { id, ruta } = await aClient(stored)
  expect(await listsWithout(id, typed, clientSearches)).toEqual([])
  expect(await listsWithout(ruta, typed, inTrips('id'))).toEqual([])
  await admin.put(`/api/rutas/${ruta}`, {
    ...aRuta({ ...references, cliente_id: id }),
    estado: 'Entregado',
  })
  await admin.delete(`/api/clientes/${id}`)
  // Trips keep the name of a deleted client.
  expect(await listsWithout(ruta, typed, inTrips('id').slice(0, 1))).toEqual([])
  expect(await listsWithout(id, typed, inBin)).toEqual([])
})

test.each(samePairs('plate'))('truck %j: found by %j in every list', async (stored, typed) => {
  const id = await create('camiones', aCamion({ placa: stored }))
  await create('mantenimientos', aMantenimiento(id))
  const searches: Search[] = [
    ['camiones', 'id'],
    ['buscar#camiones', 'id'],
    ['mantenimientos', 'camion_id'],
    ['documentos', 'entidad_id'],
    ['bitacora?tipo=camiones', 'registro_id'],
  ]
  expect(await listsWithout(id, typed, searches)).toEqual([])
  await admin.delete(`/api/camiones/${id}`)
  expect(await listsWithout(id, typed, inBin)).toEqual([])
})

test.each(samePairs('number'))('trip %j: found by %j in every list', async (stored, typed) => {
  const id = await createTrip({ no_ruta: stored })
  const { chofer_id } = references
  await create('movimientos', { tipo: 'anticipo', chofer_id, ruta_id: id, monto: 1, fecha: '2026-01-15' })
  const searches: Search[] = [
    ['rutas?campo=no_ruta', 'id'],
    ['movimientos', 'ruta_id'],
    ['movimientos/rutas', 'id'],
    ['bitacora?tipo=rutas', 'registro_id'],
  ]
  expect(await listsWithout(id, typed, [...inTrips('id'), ...searches])).toEqual([])
  const factura = await anAnnulledInvoice({ ...references, rutas: [{ ruta_id: id }] })
  expect(await listsWithout(factura, typed, [['facturas?orden=vence', 'id']])).toEqual([])
  await admin.put(`/api/rutas/${id}`, { ...aRuta(references), estado: 'Pendiente' })
})

test('a name in another spelling finds no part of a longer name', async () => {
  const { id } = await aPilot('Brenda Xol')
  const other = await aPilot('Brenda Xolop')
  expect(await listsWithout(id, 'Xol, Brenda', pilotSearches)).toEqual([])
  expect(await listsWithout(other.id, 'Xol, Brenda', pilotSearches)).toEqual(
    pilotSearches.map(([path]) => path),
  )
})

test('an alias finds its record in every list, and in a form', async () => {
  const pilot = await aPilot('Ignacio Batz')
  const client = await aClient('Molinos Kaqchikel')
  await create('camiones', aCamion({ placa: 'C-1' }))
  const names = { piloto: 'Don Nacho', cliente: 'La Molinera' }
  const choices = { piloto: { 'Don Nacho': pilot.id }, cliente: { 'La Molinera': client.id } }
  expect((await runImport(admin, 'rutas', namedTrips(names), choose(choices))).status).toBe(201)
  for (const typed of ['Don Nacho', 'nacho, don', 'nacho'])
    expect([typed, await listsWithout(pilot.id, typed, pilotSearches)]).toEqual([typed, []])
  expect(await listsWithout(client.id, 'molinera la', clientSearches)).toEqual([])
  const named = async (nombre: string) =>
    (await admin.get(`/api/choferes?nombre=${encodeURIComponent(nombre)}`)).body.data.map(
      ({ id }: { id: number }) => id,
    )
  expect(await named('DON NACHO')).toEqual([pilot.id])
  expect(await named('batz, ignacio')).toEqual([pilot.id])
  expect(await named('nacho')).toEqual([])
  // A record's own name goes before an alias.
  const own = await create('choferes', aChofer({ nombre: 'Don', apellido: 'Nacho' }))
  expect(await named('Don Nacho')).toEqual([own])
  await admin.delete(`/api/choferes/${own}`)
  // Two letters are in too many aliases.
  expect(await listsWithout(pilot.id, 'Do', [['choferes', 'id']])).toEqual(['choferes'])
})
