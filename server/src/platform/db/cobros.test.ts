import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertFacturaRows } from '../../test/cobros.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { many, one, run, sql } from './sql.ts'

// Tables and views of invoices, before calls write them (docs/contract/receivables.md).

let office: RutaOffice
let ruta: number
let factura: number
beforeAll(async () => {
  office = await openOffice()
  ;({ id: ruta } = await office.create({ estado: 'Entregado', precio: 11_000 }))
  factura = await insertFacturaRows(office.server.db, office.references.cliente_id, ruta)
})
afterAll(() => office.close())

const author = {
  usuario_id: 1,
  usuario: 'ana',
  token_id: null,
  direccion: null,
  peticion: null,
  cambio: 'editar',
} as const

test('rutas.facturada: its change raises no version, log row, history or total', async () => {
  const { db } = office.server
  const read = () =>
    one(
      db,
      sql`select (select json_agg(b) from bitacora b where tipo = 'rutas') as log, (select json_agg(h) from rutas_historial h) as history,
          (select json_agg(s order by s::text) from resumen s) as totals, version, actualizado_en
        from rutas where id = ${ruta}`,
    )
  const before = await read()
  await db.transaction((tx) => run(tx, sql`update rutas set facturada = true where id = ${ruta}`), author)
  expect(await read()).toEqual(before)
  expect((await office.admin.get(`/api/rutas/${ruta}`)).body.data).not.toHaveProperty('facturada')
})

test('facturas_leer: has the saldo, the difference to its lines and the suggested withholdings', async () => {
  const { admin, references, server } = office
  await admin.put(`/api/clientes/${references.cliente_id}/fiscal`, { retiene_iva: true, retiene_isr: true })
  await admin.put('/api/ajustes', { regimen_isr: 'simplificado' })
  await run(server.db, sql`update facturas_rutas set monto = 11000 where factura_id = ${factura}`)
  const read = () =>
    one(
      server.db,
      sql`select saldo, diferencia, retenido, retencion_iva_sugerida, retencion_isr_sugerida
        from facturas_leer where id = ${factura}`,
    )
  const suggested = { retencion_iva_sugerida: 180, retencion_isr_sugerida: 500 }
  expect(await read()).toEqual({ saldo: 11_100, diferencia: 200, retenido: 0, ...suggested })
  await admin.put('/api/ajustes', { regimen_isr: 'utilidades' })
  expect(await read()).toMatchObject({ ...suggested, retencion_isr_sugerida: 0 })
})

test('search texts: have the names of today', async () => {
  const { admin, references, server } = office
  const cliente = `/api/clientes/${references.cliente_id}`
  const { telefono } = (await admin.get(cliente)).body.data
  expect((await admin.put(cliente, { nombre: 'Café', apellido: 'Oñate', telefono })).status).toBe(200)
  const found = await many(
    server.db,
    sql`select busqueda like '%cafe onate%d412a347-2535474368%' as matches, version from facturas
      union all select busqueda like 'cafe onate 123', version from cobros`,
  )
  expect(found).toEqual([
    { matches: true, version: 1 },
    { matches: true, version: 1 },
  ])
})
