import type { PermisoDinero } from '@flota/contract/core/access.ts'
import { permisos } from '@flota/contract/core/permisos.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addFile, aFile } from './archivos.ts'
import { aCobro, aFactura } from './cobros.ts'
import { aRuta } from './factories.ts'
import { csv, runImport } from './importar.ts'
import { type MoneyOffice, openMoneyOffice, secretAmounts } from './moneyOffice.ts'
import { containsAmount, readableText } from './readableText.ts'
import type { Client } from './testApp.ts'

// Who sees invoices, beyond the calls that moneyAccess.test.ts walks (docs/contract/permissions.md).

const imported = [3391.83, 9127.41]
const inFile = 5577.31
const amounts = [...secretAmounts.facturado, ...secretAmounts.cobrado, ...imported, inFile]

let office: MoneyOffice
let cashier: Client
/** Holds everything but gestionar_cobros. */
let clerk: Client
const ids = { importacion: 0, archivo: 0, factura: 0 }
beforeAll(async () => {
  office = await openMoneyOffice()
  const { admin, server } = office.caja
  const usuario = (own: PermisoDinero[], all: boolean) =>
    server.as({
      rol: 'usuario',
      permisos: all ? permisos.map(({ nombre_permiso }) => nombre_permiso) : [],
      permisos_dinero: own,
    })
  cashier = await usuario(['gestionar_cobros'], false)
  clerk = await usuario(['ver_dinero', 'gestionar_dinero'], true)
  ids.factura = office.ids.facturas ?? 0
  const file = Buffer.concat([aFile(), Buffer.from(`Q${inFile.toLocaleString('en')}`)])
  ids.archivo = (await addFile(cashier, `/api/archivos?entidad=facturas&entidad_id=${ids.factura}`, file)).id
  const { data: cliente } = (await admin.get(`/api/clientes/${office.ids.clientes}`)).body
  const sheet = csv(
    ['Cliente', 'Serie', 'Número', 'Fecha', 'Vence', 'Monto'],
    [`${cliente.nombre} ${cliente.apellido}`, 'SI', '1', '2026-01-02', '2026-01-02', '3391.83'],
    ['Nadie', 'SI', '2', '2026-01-02', '', '9127.41'],
  )
  const { body } = await runImport(cashier, 'facturas', sheet, { omitir_errores: 'si' })
  ids.importacion = body.data.id
  await admin.put('/api/ajustes', { facturar_desde: '2020-01-01' })
})
afterAll(() => office.caja.close())

async function found(client: Client, url: string) {
  const headers = { authorization: `Bearer ${client.token}` }
  const answer = await office.caja.server.app.inject({ url, headers })
  const text = await readableText(answer)
  return { status: answer.statusCode, amounts: amounts.filter((each) => containsAmount(text, each)) }
}

test('file of an invoice, rows left out of an import: only holders of gestionar_cobros get them', async () => {
  const paths = {
    contenido: `/api/archivos/${ids.archivo}/contenido`,
    archivo: `/api/archivos/${ids.archivo}`,
    archivos: `/api/archivos?entidad=facturas&entidad_id=${ids.factura}`,
    omitidas: `/api/importaciones/${ids.importacion}/omitidas`,
    plantilla: '/api/importar/facturas/plantilla',
  }
  const statusesFor = async (client: Client) =>
    Promise.all(
      Object.entries(paths).map(async ([name, url]) => {
        const answer = await found(client, url)
        return [name, answer.status, answer.amounts]
      }),
    )
  const none: number[] = []
  const all = [
    ['contenido', 200, [inFile]],
    ['archivo', 200, none],
    ['archivos', 200, none],
    ['omitidas', 200, [9127.41]],
    ['plantilla', 200, none],
  ]
  expect(await statusesFor(cashier)).toEqual(all)
  expect(await statusesFor(office.caja.admin)).toEqual(all)
  expect(await statusesFor(clerk)).toEqual([
    ['contenido', 404, none],
    ['archivo', 404, none],
    ['archivos', 403, none],
    ['omitidas', 404, none],
    ['plantilla', 403, none],
  ])
  for (const [, status, revealed] of await statusesFor(office.owner))
    expect([[403, 404].includes(Number(status)), revealed]).toEqual([true, none])
})

test('file of an invoice: written by holders of gestionar_cobros alone', async () => {
  const url = `/api/archivos?entidad=facturas&entidad_id=${ids.factura}`
  const send = async (client: Client, path: string) =>
    (await client.send({ method: 'POST', url: path, payload: aFile() })).status
  expect(await send(clerk, url)).toBe(403)
  expect(await send(office.owner, url)).toBe(403)
  expect((await clerk.delete(`/api/archivos/${ids.archivo}`)).status).toBe(404)
  const unknown = '/api/archivos?entidad=nada&entidad_id=1'
  expect(await send(cashier, unknown)).toBe(400)
  expect(await send(office.owner, unknown)).toBe(403)
  const { id } = await addFile(cashier, url)
  expect((await cashier.delete(`/api/archivos/${id}`)).status).toBe(200)
})

test('notices: no amount, also in the list that an administrador reads', async () => {
  for (const client of [cashier, office.caja.admin, clerk]) {
    for (const url of ['/api/avisos', '/api/avisos/resumen'])
      expect(await found(client, url)).toEqual({ status: 200, amounts: [] })
  }
  const clases = (await cashier.get('/api/avisos')).body.data.map(({ clase }: { clase: string }) => clase)
  expect(clases).toEqual(['por_cobrar'])
})

test('gestionar_cobros alone: opens the catalogues to read, and no trips, reports or money of trips', async () => {
  const { ruta, ids: money } = office
  const statuses = async (urls: readonly string[]) =>
    Promise.all(urls.map(async (url) => [url, (await cashier.get(url)).status]))
  const closed = [
    '/api/rutas',
    `/api/rutas/${ruta.id}`,
    `/api/rutas/${ruta.id}/dinero`,
    '/api/tablero?fecha=2026-11-20',
    '/api/reportes?desde=2026-01-01&hasta=2026-12-31',
    '/api/movimientos',
    '/api/saldos',
    '/api/liquidaciones',
    '/api/margen?por=ruta&desde=2026-01-01&hasta=2026-12-31',
    '/api/tarifas',
    '/api/documentos',
    '/api/ajustes',
    '/api/bitacora',
    '/api/choferes/exportar',
    `/api/archivos?entidad=rutas&entidad_id=${ruta.id}`,
    `/api/archivos?entidad=movimientos&entidad_id=${money.movimientos}`,
  ]
  expect(await statuses(closed)).toEqual(closed.map((url) => [url, 403]))
  const open = ['choferes', 'ayudantes', 'clientes', 'camiones'].flatMap((name) => [
    `/api/${name}`,
    `/api/${name}/${money[name]}`,
  ])
  expect(await statuses(open)).toEqual(open.map((url) => [url, 200]))
})

/** Writes that are rejected because of an invoice. Only holders of gestionar_cobros see the amount. */
async function refusals(client: Client) {
  const { ruta, caja, ids: money } = office
  const { references } = caja
  const cobro = aCobro(references, ids.factura, {
    aplicaciones: [{ factura_id: ids.factura, monto: 99_999 }],
  })
  return [
    await client.post('/api/cobros', cobro),
    await client.post('/api/facturas', aFactura(references.cliente_id, { rutas: [{ ruta_id: ruta.id }] })),
    await client.put(`/api/facturas/${ids.factura}`, aFactura(references.cliente_id, { monto: 0.01 })),
    await client.post(`/api/facturas/${ids.factura}/anular`, { motivo: 'x' }),
    await client.post(`/api/cobros/${money.cobros}/anular`, { motivo: 'x' }),
    await client.delete(`/api/rutas/${ruta.id}`),
    await client.delete(`/api/clientes/${references.cliente_id}`),
    await client.put(`/api/rutas/${ruta.id}`, aRuta(references, { ...ruta, estado: 'Entregado' })),
    await client.post(`/api/importaciones/${ids.importacion}/deshacer`, { version: 7 }),
    await client.put('/api/ajustes', { facturar_desde: 'x' }),
    await client.post(`/api/clientes/${references.cliente_id}/estado-de-cuenta/correo`, { para: 'x' }),
    await client.post(`/api/avisos/cobrar-${references.cliente_id}/posponer`, { hasta: 'x', motivo: 'x' }),
  ]
}

test('refusals: name an amount to holders of gestionar_cobros alone', async () => {
  for (const client of [clerk, office.owner, office.other])
    for (const { status, body } of await refusals(client)) {
      const text = JSON.stringify(body)
      expect([status, amounts.filter((each) => containsAmount(text, each)), text]).toEqual([status, [], text])
    }
  const [cobro] = await refusals(cashier)
  expect([cobro?.status, cobro?.body.message]).toEqual([409, 'El cobro pasa del saldo (Q6,119.47).'])
})
