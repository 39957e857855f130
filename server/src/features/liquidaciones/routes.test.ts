import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aFile, sendFile } from '../../test/archivos.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import {
  liquidacionesPath,
  type MoneyOfficeForms,
  movimientosPath,
  openMoneyForms,
  settlementCalls,
  staleMovimientosMessage,
} from '../../test/dinero.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Settlements of pilots (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const { settle, anular, findSaldo, createMovimientos } = settlementCalls(() => office)

describe('settlement', () => {
  test('settlement: continues the previous balance down to zero', async () => {
    const chofer_id = await makeChofer(office.admin)
    const { id: ruta_id } = await office.create({ chofer_id })
    const first = await createMovimientos(
      chofer_id,
      ['anticipo', 1000],
      ['reanticipo', 200],
      ['gasto', 500.35],
      ['gasto', 245],
      ['gasto', 75],
      ['devolucion', 150],
    )
    const [wrong = 0] = await createMovimientos(chofer_id, ['gasto', 60])
    await office.admin.put(`${movimientosPath}/${wrong}/estado`, { estado: 'anulado', motivo: 'No se lee' })
    const { id: commission } = await office.createMovimiento(
      office.anAdvance({ chofer_id, tipo: 'comision', monto: 300, ruta_id }),
    )
    expect(await findSaldo(chofer_id)).toBe(229.65)
    const response = await settle({ chofer_id, movimientos: [commission, ...first], saldo: 229.65 })
    expect([response.status, response.body.message]).toEqual([201, 'Liquidación creada exitosamente'])
    const { data } = response.body
    expect(data).toEqual({
      id: expect.any(Number),
      numero: expect.stringMatching(/^L-\d{4}$/),
      chofer_id,
      piloto: expect.stringContaining('Julio Xicará'),
      saldo_anterior: 0,
      anticipos: 1200,
      pagos: 0,
      cargos: 0,
      gastos: 820.35,
      devoluciones: 150,
      abonos: 0,
      saldo: 229.65,
      comisiones: 300,
      estado: 'cerrada',
      motivo: null,
      cerrada_por: expect.stringMatching(/^administrador-/),
      version: 1,
      creado_en: expect.stringMatching(/Z$/),
      actualizado_en: expect.stringMatching(/Z$/),
      movimientos: expect.any(Array),
    })
    expect(data.movimientos.map(({ id }: { id: number }) => id)).toEqual([...first, commission])
    // Only the movimientos' settlement changed, and the log has one row.
    expect(data.movimientos[0]).toMatchObject({
      version: 1,
      liquidacion_id: data.id,
      liquidacion: data.numero,
    })
    expect(await findLogRowsOfRequest(office.server.db, response)).toMatchObject([
      { accion: 'crear', tipo: 'liquidaciones', registro_id: data.id, nombre: data.numero },
    ])
    expect((await office.admin.get(`${liquidacionesPath}/${data.id}`)).body.data).toEqual(data)
    expect(await findSaldo(chofer_id)).toBe(229.65)

    const second = await createMovimientos(chofer_id, ['anticipo', 500], ['gasto', 800])
    const next = await settle({ chofer_id, movimientos: second, saldo: -70.35 })
    expect(next.body.data).toMatchObject({ saldo_anterior: 229.65, saldo: -70.35 })
    const third = await createMovimientos(chofer_id, ['pago', 70.35])
    expect(await findSaldo(chofer_id)).toBe(0)
    expect((await settle({ chofer_id, movimientos: third })).body.data).toMatchObject({
      saldo_anterior: -70.35,
      saldo: 0,
    })
    expect(Number(next.body.data.numero.slice(2))).toBe(Number(data.numero.slice(2)) + 1)
  })

  test('settlement: needs approved, unsettled movimientos of one pilot', async () => {
    const [chofer_id, other] = [await makeChofer(office.admin), await makeChofer(office.admin)]
    const [mine = 0, alien = 0, sent = 0] = [
      ...(await createMovimientos(chofer_id, ['anticipo', 100])),
      ...(await createMovimientos(other, ['anticipo', 100])),
      ...(await createMovimientos(chofer_id, ['gasto', 40])),
    ]
    const { id: ofCompany } = await office.createMovimiento(office.aGasto({ chofer_id, paga: 'empresa' }))
    await office.admin.put(`${movimientosPath}/${sent}/estado`, { estado: 'registrado' })
    expect(invalidCamposOf(await settle({}))).toEqual(['chofer_id', 'movimientos'])
    for (const movimientos of [
      [],
      [mine, mine],
      [mine, 2 ** 40],
      [999_999],
      Array.from({ length: 501 }, (_, i) => i + 1),
    ]) {
      expect(invalidCamposOf(await settle({ chofer_id, movimientos }))).toEqual(['movimientos'])
    }
    expect(invalidCamposOf(await settle({ chofer_id, movimientos: [mine], saldo: '100' }))).toEqual(['saldo'])
    expect(invalidCamposOf(await settle({ chofer_id: 999_999, movimientos: [999_999] }))).toEqual([
      'chofer_id',
      'movimientos',
    ])
    for (const id of [alien, sent, ofCompany]) {
      expectConflict(await settle({ chofer_id, movimientos: [mine, id] }), staleMovimientosMessage)
    }
    for (const saldo of [0, 100.01, -100]) {
      expectConflict(await settle({ chofer_id, movimientos: [mine], saldo }), staleMovimientosMessage)
    }
    const { data } = (await settle({ chofer_id, movimientos: [mine], saldo: 100 })).body
    expectConflict(await settle({ chofer_id, movimientos: [mine] }), staleMovimientosMessage)
    const belongs = `El movimiento pertenece a la liquidación ${data.numero}.`
    const put = (version: number) =>
      office.admin.put(`${movimientosPath}/${mine}`, office.anAdvance({ chofer_id, version }))
    expectConflict(await put(7), staleMessage)
    expectConflict(await put(1), belongs)
    const estado = (body: Changes) => office.admin.put(`${movimientosPath}/${mine}/estado`, body)
    expectConflict(await estado({ estado: 'aprobado', version: 9 }), staleMessage)
    expectConflict(await estado({ estado: 'aprobado' }), belongs)
    // Files may be added, but not deleted.
    const paper = await sendFile(
      office.admin,
      `/api/archivos?entidad=movimientos&entidad_id=${mine}`,
      aFile(),
    )
    expect(paper.status).toBe(201)
    expectConflict(await office.admin.delete(`/api/archivos/${paper.body.data.id}`), belongs)
    expect((await office.admin.delete(`${liquidacionesPath}/${data.id}`)).status).toBe(405)
    expect((await office.admin.get(`${liquidacionesPath}/999999`)).body.message).toBe(
      'Liquidación no encontrada',
    )
  })

  test('settlement: annulled by an administrador, last one first', async () => {
    const chofer_id = await makeChofer(office.admin)
    const [a = 0, b = 0] = await createMovimientos(chofer_id, ['anticipo', 100], ['anticipo', 50])
    const [first, second] = [
      (await settle({ chofer_id, movimientos: [a] })).body.data,
      (await settle({ chofer_id, movimientos: [b] })).body.data,
    ]
    const cashier = await office.server.as({
      rol: 'usuario',
      permisos: [],
      permisos_dinero: ['ver_dinero', 'gestionar_dinero'],
    })
    expect(
      (await cashier.post(`${liquidacionesPath}/${second.id}/anular`, { motivo: 'Faltó un gasto' })).status,
    ).toBe(403)
    expect(invalidCamposOf(await anular(second.id, { motivo: 'No' }))).toEqual(['motivo'])
    expectConflict(await anular(second.id, { motivo: 'Faltó un gasto', version: 7 }), staleMessage)
    expectConflict(await anular(first.id), 'Solo se anula la última liquidación del piloto.')
    const undone = await anular(second.id, { motivo: 'Faltó un gasto', version: 1 })
    expect([undone.status, undone.body.message]).toEqual([200, 'Liquidación anulada'])
    expect(undone.body.data).toMatchObject({
      numero: second.numero,
      saldo: 150,
      anticipos: 50,
      estado: 'anulada',
      motivo: 'Faltó un gasto',
      version: 2,
      movimientos: [],
    })
    expect(await findLogRowsOfRequest(office.server.db, undone)).toMatchObject([
      {
        accion: 'estado',
        tipo: 'liquidaciones',
        nombre: second.numero,
        cambios: { estado: ['cerrada', 'anulada'] },
        motivo: 'Faltó un gasto',
      },
    ])
    expectConflict(await anular(second.id), `La liquidación ${second.numero} ya está anulada.`)
    expect((await anular(999_999)).status).toBe(404)
    // Its movimientos are settled again under a new number.
    expect(
      (await office.admin.get(`${movimientosPath}?chofer_id=${chofer_id}&abiertos=si`)).body.data,
    ).toMatchObject([{ id: b, version: 1 }])
    const again = (await settle({ chofer_id, movimientos: [b], saldo: 150 })).body.data
    expect(again.numero > second.numero).toBe(true)
    const list = async (query: string) =>
      (await office.admin.get(`${liquidacionesPath}?${query}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await list(`chofer_id=${chofer_id}`)).toEqual([again.id, second.id, first.id])
    expect(await list(`chofer_id=${chofer_id}&estado=anulada`)).toEqual([second.id])
    expect(await list(`buscar=${again.numero}`)).toEqual([again.id])
    expect(await list('desde=2999-01-01')).toEqual([])
    expect(
      (await office.admin.get(`${liquidacionesPath}?chofer_id=${chofer_id}`)).body.data[0],
    ).not.toHaveProperty('movimientos')
  })
})
