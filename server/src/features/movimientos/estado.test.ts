import { afterAll, beforeAll, expect, test } from 'vitest'
import { one, run, sql } from '../../platform/db/sql.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { expectConflict, invalidCamposOf } from '../../test/openOffice.ts'
import { makeChofer } from '../../test/usuarios.ts'

// States of movimientos, records they protect, and their trips (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>

test("pilot and route with money: can't be deleted, also during a write", async () => {
  const chofer = await makeChofer(office.admin)
  const { id: ruta_id } = await office.create({ chofer_id: chofer, estado: 'Entregado' })
  const { id } = await office.createMovimiento(office.anAdvance({ chofer_id: chofer, ruta_id }))
  expectConflict(
    await office.admin.delete(`/api/rutas/${ruta_id}`),
    'No se puede eliminar: la ruta tiene dinero registrado.',
  )
  expectConflict(
    await office.admin.delete(`/api/choferes/${chofer}`),
    'No se puede eliminar: el piloto tiene dinero por liquidar.',
  )
  const estado = (body: Changes) => office.admin.put(`${movimientosPath}/${id}/estado`, body)
  await estado({ estado: 'anulado', motivo: 'Se repitió' })
  expect((await office.admin.delete(`/api/rutas/${ruta_id}`)).status).toBe(200)
  expectConflict(
    await estado({ estado: 'aprobado' }),
    'El piloto o la ruta de este movimiento está en la papelera.',
  )
  expect((await office.admin.get(`${movimientosPath}/${id}`)).body.data.no_ruta).toMatch(/^R-/)

  for (let i = 0; i < 5; i++) {
    const [other, pilot] = [await office.create({ estado: 'Entregado' }), await makeChofer(office.admin)]
    const [wrote, deleted, money, deletedId] = await Promise.all([
      office.postMovimiento(office.aGasto({ ruta_id: other.id })),
      office.admin.delete(`/api/rutas/${other.id}`),
      office.postMovimiento(office.anAdvance({ chofer_id: pilot })),
      office.admin.delete(`/api/choferes/${pilot}`),
    ])
    expect([wrote.status, deleted.status].toSorted((a, b) => a - b)).toEqual(
      wrote.status === 201 ? [201, 409] : [200, 400],
    )
    expect([money.status, deletedId.status].toSorted((a, b) => a - b)).toEqual(
      money.status === 201 ? [201, 409] : [200, 400],
    )
  }
})

test('estado: changes from any to any, only by PUT estado', async () => {
  const { id } = await office.createMovimiento(office.aGasto())
  const put = (body: Changes) => office.admin.put(`${movimientosPath}/${id}/estado`, body)
  expect(invalidCamposOf(await put({ estado: 'anulado' }))).toEqual(['motivo'])
  expect(invalidCamposOf(await put({ estado: 'pagado', motivo: 'abc' }))).toEqual(['estado', 'motivo'])
  const same = await put({ estado: 'aprobado', version: 1 })
  expect([same.status, same.body.message, same.body.data.version]).toEqual([200, 'Movimiento aprobado', 1])
  const messages = [
    ['anulado', 'Movimiento anulado', 'Se repitió'],
    ['registrado', 'Movimiento por revisar', null],
    ['anulado', 'Movimiento anulado', 'Otra vez'],
    ['aprobado', 'Movimiento aprobado', null],
  ] as const
  for (const [estado, message, motivo] of messages) {
    const { status, body } = await put({ estado, motivo: 'Otra vez', ...(motivo && { motivo }) })
    expect([status, body.message, body.data.estado, body.data.motivo]).toEqual([200, message, estado, motivo])
  }
  const logRow = await one<{ cambios: unknown; motivo: string }>(
    office.server.db,
    sql`select cambios, motivo from bitacora where tipo = 'movimientos' and registro_id = ${id} and accion = 'estado' order by id limit 1`,
  )
  expect(logRow).toEqual({ cambios: { estado: ['aprobado', 'anulado'] }, motivo: 'Se repitió' })
  await put({ estado: 'anulado', motivo: 'Se repitió' })
  expectConflict(
    await office.admin.put(`${movimientosPath}/${id}`, office.aGasto()),
    'El movimiento está anulado.',
  )
  expect((await office.admin.put(`${movimientosPath}/999999/estado`, { estado: 'aprobado' })).status).toBe(
    404,
  )
  // An invoice that another gasto took meanwhile stays with it.
  const uuid = 'B'.repeat(32)
  const factura = await office.createMovimiento(office.aGasto({ comprobante: 'factura', uuid }))
  await office.admin.put(`${movimientosPath}/${factura.id}/estado`, {
    estado: 'anulado',
    motivo: 'Era de otro',
  })
  await office.createMovimiento(office.aGasto({ comprobante: 'factura', uuid }))
  const back = await office.admin.put(`${movimientosPath}/${factura.id}/estado`, { estado: 'registrado' })
  expectConflict(back, 'Esa factura ya está registrada: 15/01/2026, sin viaje.')
})

test('GET /api/movimientos/rutas: finds trips without permission to read routes', async () => {
  const cashier = await office.server.as({
    rol: 'usuario',
    permisos: [],
    permisos_dinero: ['gestionar_dinero'],
  })
  const find = async (query: string) => (await cashier.get(`${movimientosPath}/rutas?${query}`)).body.data
  const pilot = await makeChofer(office.admin, { nombre: 'Wenceslao', apellido: 'Tzul' })
  const trip = await office.create({ chofer_id: pilot, no_ruta: 'RUTA-88123', destino: 'Puerto Barrios' })
  expect(await find('buscar=wenceslao tzul')).toEqual([
    {
      id: trip.id,
      no_ruta: 'RUTA-88123',
      fecha: '2026-11-20',
      chofer_id: pilot,
      piloto: 'Wenceslao Tzul',
      cliente: expect.stringContaining('Rosa Ixcoy'),
      destino: 'Puerto Barrios',
    },
  ])
  for (const query of ['buscar=88123', 'buscar=ruta-88123', `chofer_id=${pilot}`, 'buscar=tzul 88123']) {
    expect(await find(query)).toMatchObject([{ id: trip.id }])
  }
  // The client's name is not searched.
  expect(await find('buscar=puerto barrios')).toEqual([])
  expect(await find(`chofer_id=${pilot}&buscar=cemento`)).toEqual([])
  await run(office.server.db, sql`update rutas set eliminado_en = now() where id = ${trip.id}`)
  expect(await find('buscar=88123')).toEqual([])
  const another = await office.create({})
  expect((await find(''))[0]).toMatchObject({ id: another.id })
  expect((await cashier.post(`${movimientosPath}/rutas`, {})).status).toBe(405)
})
