import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, run, sql } from '../platform/db/sql.ts'
import { aCobro, aFactura, facturasPath } from '../test/cobros.ts'
import { insertFlotaRows } from '../test/flota.ts'
import { openOffice, type RutaOffice } from '../test/openOffice.ts'
import { startCommand } from '../test/program.ts'
import { findDatabaseUrl, readContents, withoutTables } from '../test/respaldo.ts'

// npm run check-data (docs/contract/configuration.md).

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const checkData = async () =>
  startCommand('checkData', [], { DATABASE_URL: await findDatabaseUrl(office.server.db) }).ended

test('check-data: repairs and reports wrong derived data, and exits with 0', async () => {
  const { admin, references, server } = office
  const one = await office.create({ no_ruta: 'RUTA-7', servicio: 'Mudanza Única' })
  const binned = await office.create()
  await admin.delete(`/api/rutas/${binned.id}`)
  await admin.post('/api/mantenimientos', {
    camion_id: references.camion_id,
    tipo: 'Preventivo',
    descripcion: 'Aceite',
    taller: 'Él Rápido',
    fecha_programada: '2026-11-20',
    estado: 'Programado',
  })
  const tipo_id = (await admin.get('/api/documento-tipos')).body.data.find(
    ({ nombre }: { nombre: string }) => nombre === 'Seguro',
  ).id
  const paper = { tipo_id, entidad: 'camiones', entidad_id: references.camion_id }
  const { id: paperId } = (await admin.post('/api/documentos', paper)).body.data
  const precio = { origen: 'Zacapa', destino: 'Cobán', precio: 1, vigente_desde: '2026-01-01' }
  expect((await admin.post('/api/tarifas', precio)).status).toBe(201)
  const invoice = aFactura(references.cliente_id, { rutas: [{ ruta_id: one.id }] })
  const { id: factura } = (await admin.post(facturasPath, invoice)).body.data
  const payment = await admin.post('/api/cobros', aCobro(references, factura))
  expect(payment.status).toBe(201)
  const { camion_id } = references
  await insertFlotaRows(server.db, references)
  await run(
    server.db,
    sql`update movimientos set busqueda_carga = texto_de_carga(camion_id, chofer_id, ruta_id, estacion, vale)
      where camion_id is not null`,
  )
  // A deleted trip keeps the client's old name until it is restored.
  const client = (await admin.get(`/api/clientes/${references.cliente_id}`)).body.data
  await admin.put(`/api/clientes/${references.cliente_id}`, { ...client, nombre: 'Rosario' })
  const before = await readContents(server.db)
  const untouched = await checkData()
  expect([untouched.code, untouched.stderr]).toEqual([0, ''])
  expect(untouched.stdout).toBe('Los datos están bien: no había nada que corregir.\n')
  expect(await readContents(server.db)).toEqual(before)

  for (const table of ['clientes', 'choferes', 'camiones', 'ayudantes', 'usuarios', 'mantenimientos']) {
    await run(server.db, { name: '', text: `update ${table} set busqueda = 'otra'`, values: [] })
  }
  await run(server.db, sql`update rutas set busqueda = 'x', correlativo = 99 where id = ${one.id}`)
  await run(server.db, sql`update resumen set n = n + 5, suma = suma + 1 where nivel = 'mes'`)
  await run(server.db, sql`delete from resumen_clientes`)
  await run(server.db, sql`update documentos set nombre = 'otro', tipo = 'otro'`)
  await run(server.db, sql`update documentos_cuenta set n = 7`)
  await run(server.db, sql`update tarifas_cuenta set n = 7`)

  await run(server.db, sql`insert into margenes (ruta_id, gastos) values (${one.id}, 7)`)
  await run(server.db, sql`update rutas set facturada = not facturada`)
  await run(server.db, sql`update facturas set cobrado = 7, retencion_iva = 1, busqueda = 'x'`)
  await run(server.db, sql`update cobros set monto = 7, busqueda = 'x'`)

  await run(server.db, sql`update movimientos set busqueda_carga = 'x' where camion_id is not null`)
  await run(server.db, sql`update odometros set km = 7`)
  await run(server.db, sql`delete from kilometrajes where origen = 'lectura'`)
  await run(server.db, sql`update tramos set km = 7, usual = 7`)
  await run(server.db, sql`update cargas_faltas set faltas = '{TANQUE}'`)
  await run(server.db, sql`update planes_proximos set proximo_km = 7`)

  const { code, stdout, stderr } = await checkData()
  expect([code, stderr]).toEqual([0, ''])
  for (const line of [
    'clientes: 1',
    'usuarios: 1',
    'mantenimientos: 2',
    `rutas: 1 (id ${one.id})`,
    `documentos: 1 (id ${paperId})`,
    `documentos del tipo ${tipo_id}: decía 7, son 1`,
    'mes 2026-11-01 Pendiente: decía 6',
    'tarifas: decía 7, son 1',
    `Corregido si están facturadas las rutas: 2 (id ${one.id}, ${binned.id})`,
    `Corregido lo cobrado de facturas: 1 (id ${factura})`,
    `Corregido lo que suman cobros: 1 (id ${payment.body.data.id})`,
    `Corregido el margen de rutas: 1 (id ${one.id})`,
    'Corregido lo que se busca de facturas: 1',
    'Corregido lo que se busca de cobros: 1',
    'Corregido lo que se busca de cargas: 3',
    `Corregido lo que se calcula de camiones: 1 (id ${camion_id})`,
  ]) {
    expect(stdout).toContain(line)
  }
  const derived = ['margenes', 'resumen', 'resumen_clientes', 'documentos_cuenta', 'tarifas_cuenta']
  expect(withoutTables(await readContents(server.db), ...derived)).toEqual(withoutTables(before, ...derived))
  expect(
    await many(
      server.db,
      sql`select sum(n)::int as n from resumen where nivel = 'mes' union all select sum(n)::int from resumen_clientes`,
    ),
  ).toEqual([{ n: 1 }, { n: 1 }])
  expect((await checkData()).stdout).toContain('no había nada que corregir')
})
