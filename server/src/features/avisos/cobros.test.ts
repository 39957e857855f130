import type { Permiso, PermisoDinero } from '@flota/contract/core/access.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { type DocumentosOffice, openDocumentosOffice } from '../../test/openPapeles.ts'
import type { Client } from '../../test/testApp.ts'

// The classes sin_facturar and por_cobrar (docs/contract/notices.md). The date is 20/11/2026, noon.

let office: DocumentosOffice
let refs: Awaited<ReturnType<typeof someReferences>>
beforeEach(async () => {
  office = await openDocumentosOffice()
  refs = await someReferences(office.admin)
})
afterEach(() => office.close())

const createClient = async (apellido: string): Promise<number> =>
  (await office.admin.post('/api/clientes', aPersona({ nombre: "Flores O'Hara", apellido }))).body.data.id
const createTrip = async (cliente_id: number, fecha: string, changes: object = {}): Promise<number> => {
  const form = aRuta(refs, { cliente_id, fecha, estado: 'Entregado', precio: 76_543.21, ...changes })
  const { status, body } = await office.admin.post('/api/rutas', form)
  expect([status, body.error]).toEqual([201, undefined])
  return body.data.id
}
let numero = 0
const insertFactura = (cliente_id: number, vence: string, { cobrado = 0, estado = 'vigente' } = {}) =>
  run(
    office.server.db,
    sql`insert into facturas (cliente_id, serie, numero, fecha, vence, monto, cobrado, estado, busqueda)
      values (${cliente_id}, 'A', ${String(++numero)}, '2026-01-01', ${vence}, 76543.21, ${cobrado}, ${estado}, '')`,
  )
const invoiceFrom = async (facturar_desde: string | null) =>
  expect((await office.admin.put('/api/ajustes', { facturar_desde })).status).toBe(200)
const avisos = async (clase: string, client: Client = office.admin) =>
  (await client.get(`/api/avisos?clase=${clase}`)).body.data
const textos = async (clase: string) => (await avisos(clase)).map(({ texto }: { texto: string }) => texto)
const resumen = async (client: Client = office.admin) => (await client.get('/api/avisos/resumen')).body.data
const usuario = (permisos_dinero: PermisoDinero[], permisos: Permiso[] = []) =>
  office.server.as({ rol: 'usuario', permisos, permisos_dinero })

test('sin_facturar: counts the trips of a week ago and earlier, only while facturar_desde is set', async () => {
  const [one, other] = [await createClient('Uno'), await createClient('Dos')]
  await createTrip(one, '2026-11-13')
  await createTrip(one, '2026-11-14')
  await createTrip(other, '2026-10-31')
  await createTrip(other, '2026-11-01')
  const twelfth = await createTrip(other, '2026-11-12')
  await createTrip(other, '2026-11-02', { estado: 'Pendiente' })
  await createTrip(other, '2026-11-02', { precio: 0 })
  expect([await textos('sin_facturar'), (await resumen()).sin_facturar]).toEqual([[], 0])
  await invoiceFrom('2026-11-01')
  const others = {
    id: `facturar-${other}`,
    clase: 'sin_facturar',
    gravedad: 'info',
    texto: "Flores O'Hara Dos: 2 viajes sin facturar desde hace 19 días",
    entidad: 'clientes',
    entidad_id: other,
    href: `/cobros/cliente/${other}`,
    fecha: '2026-11-01',
    dias: -19,
  }
  const ones = "Flores O'Hara Uno: 1 viaje sin facturar desde hace 7 días"
  expect(await avisos('sin_facturar')).toEqual([others, expect.objectContaining({ texto: ones })])
  expect((await resumen()).sin_facturar).toBe(2)
  // A client in the bin stays.
  await office.admin.delete(`/api/clientes/${one}`)
  await run(office.server.db, sql`update rutas set facturada = true where id = ${twelfth}`)
  expect(await textos('sin_facturar')).toEqual([
    "Flores O'Hara Dos: 1 viaje sin facturar desde hace 19 días",
    ones,
  ])
  // Midnight in Guatemala.
  office.setClock('2026-11-21T00:00:00-06:00')
  expect(await textos('sin_facturar')).toEqual([
    "Flores O'Hara Dos: 1 viaje sin facturar desde hace 20 días",
    "Flores O'Hara Uno: 2 viajes sin facturar desde hace 8 días",
  ])
  await invoiceFrom(null)
  expect([await textos('sin_facturar'), (await resumen()).sin_facturar]).toEqual([[], 0])
})

test('por_cobrar: one per client with the earliest overdue date', async () => {
  const [one, other] = [await createClient('Uno'), await createClient('Dos')]
  await insertFactura(one, '2026-11-20')
  await insertFactura(one, '2026-11-19')
  await insertFactura(other, '2026-08-21', { cobrado: 76_543.21 })
  await insertFactura(other, '2026-08-22', { estado: 'anulada' })
  await insertFactura(other, '2026-11-10')
  await insertFactura(other, '2026-11-05')
  const others = {
    id: `cobrar-${other}`,
    clase: 'por_cobrar',
    gravedad: 'aviso',
    texto: "Flores O'Hara Dos: facturas vencidas desde hace 15 días",
    entidad: 'clientes',
    entidad_id: other,
    href: `/cobros/cliente/${other}`,
    fecha: '2026-11-05',
    dias: -15,
  }
  const ones = "Flores O'Hara Uno: facturas vencidas desde hace 1 día"
  expect(await avisos('por_cobrar')).toEqual([others, expect.objectContaining({ texto: ones, dias: -1 })])
  expect((await resumen()).por_cobrar).toBe(2)
})

test('both: seen and postponed by holders of gestionar_cobros alone, without amounts', async () => {
  const { admin } = office
  const client = await createClient('Uno')
  await createTrip(client, '2026-11-01')
  await insertFactura(client, '2026-11-01')
  await invoiceFrom('2026-01-01')
  const cashier = await usuario(['gestionar_cobros'])
  const others = await usuario(
    ['ver_dinero', 'gestionar_dinero'],
    ['gestionar_catalogos', 'ver_rutas', 'editar_rutas', 'crear_rutas', 'generar_reportes'],
  )
  expect(await resumen(cashier)).toEqual({ total: 2, sin_facturar: 1, por_cobrar: 1 })
  const listed = await cashier.get('/api/avisos')
  expect(listed.body.data.map(({ clase }: { clase: string }) => clase).toSorted()).toEqual([
    'por_cobrar',
    'sin_facturar',
  ])
  expect(JSON.stringify(listed.body)).not.toMatch(/76.?543/)
  expect(await resumen(others)).not.toHaveProperty('sin_facturar')
  expect(await resumen(others)).not.toHaveProperty('por_cobrar')
  const body = { hasta: '2026-11-25', motivo: 'Pagan el lunes' }
  for (const [prefix, clase] of [
    ['facturar', 'sin_facturar'],
    ['cobrar', 'por_cobrar'],
  ] as const) {
    expect(await avisos(clase, others)).toEqual([])
    const postpone = (id: number, by: Client) => by.post(`/api/avisos/${prefix}-${id}/posponer`, body)
    expect((await postpone(client, others)).status).toBe(403)
    expect((await postpone(2_000_000, cashier)).status).toBe(404)
    expect((await postpone(client, cashier)).status).toBe(200)
    expect(await textos(clase)).toEqual([])
  }
  expect((await cashier.post(`/api/avisos/liquidar-${client}/posponer`, body)).status).toBe(403)
  expect((await admin.get('/api/bitacora?tipo=avisos')).body.data[0]).toMatchObject({
    nombre: "Flores O'Hara Uno: facturas vencidas desde hace 19 días",
    accion: 'posponer',
  })
  // It holds for its date: an earlier one is shown.
  await insertFactura(client, '2026-10-31')
  expect(await textos('por_cobrar')).toEqual(["Flores O'Hara Uno: facturas vencidas desde hace 20 días"])
})
