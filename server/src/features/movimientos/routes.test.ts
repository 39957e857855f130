import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run, sql } from '../../platform/db/sql.ts'
import { findLogRowsOfRequest } from '../../test/bitacora.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { expectConflict, invalidCamposOf, staleMessage } from '../../test/openOffice.ts'

// Money given to pilots and paid for trips (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

const required = 'Este campo es obligatorio.'

test('PUT /api/movimientos/:id: names tipo beside every other error when it differs', async () => {
  const advance = office.anAdvance()
  const { id } = await office.createMovimiento(advance)
  const url = `${movimientosPath}/${id}`
  for (const [changes, campos] of [
    [{}, ['tipo']],
    [{ monto: 0 }, ['monto', 'tipo']],
    [{ fecha: '2999-01-01', forma: 'oro' }, ['fecha', 'forma', 'tipo']],
    [{ chofer_id: 2_000_000_000 }, ['chofer_id', 'tipo']],
    [{ ruta_id: 2_000_000_000, version: 'x' }, ['tipo', 'version']],
  ] as const) {
    const { status, body } = await office.admin.put(url, { ...advance, tipo: 'reanticipo', ...changes })
    expect([status, Object.keys(body.error.campos).toSorted()]).toEqual([400, campos])
    expect(body.error.campos.tipo).toBe('El tipo no se puede cambiar.')
  }
})

describe('movimiento', () => {
  test('movimiento: created, read, replaced and logged; DELETE returns 405', async () => {
    const ruta = await office.create()
    const created = await office.postMovimiento(
      office.anAdvance({
        ruta_id: ruta.id,
        monto: '1000.50',
        forma: 'Cheque',
        descripcion: ' Para el viaje ',
      }),
    )
    const { nombre, apellido } = (await office.admin.get(`/api/choferes/${office.references.chofer_id}`)).body
      .data
    const piloto = `${nombre} ${apellido}`
    const movimiento = {
      id: expect.any(Number),
      tipo: 'anticipo',
      chofer_id: office.references.chofer_id,
      piloto,
      ruta_id: ruta.id,
      no_ruta: ruta.no_ruta,
      concepto: null,
      paga: null,
      monto: 1000.5,
      fecha: '2026-01-15',
      forma: 'Cheque',
      comprobante: null,
      nit: null,
      serie: null,
      numero: null,
      uuid: null,
      compartida: false,
      descripcion: 'Para el viaje',
      estado: 'aprobado',
      motivo: null,
      liquidacion_id: null,
      liquidacion: null,
      del_piloto: false,
      hora_dispositivo: null,
      hecho_en: null,
      dudosa: false,
      archivos: 0,
      registrado_por: expect.stringMatching(/^administrador-/),
      version: 1,
      creado_en: expect.stringMatching(/Z$/),
      actualizado_en: expect.stringMatching(/Z$/),
    }
    expect([created.status, created.body]).toEqual([
      201,
      { success: true, message: 'Movimiento creado exitosamente', data: movimiento },
    ])
    const { id } = created.body.data
    const row = { tipo: 'movimientos', registro_id: id, nombre: `Anticipo · ${piloto} · ${ruta.no_ruta}` }
    expect(await findLogRowsOfRequest(office.server.db, created)).toMatchObject([{ ...row, accion: 'crear' }])
    expect((await office.admin.get(`${movimientosPath}/${id}`)).body.data).toEqual(created.body.data)

    const cashier = await office.server.as({
      rol: 'usuario',
      permisos: [],
      permisos_dinero: ['gestionar_dinero'],
    })
    const put = await cashier.put(`${movimientosPath}/${id}`, {
      ...office.anAdvance(),
      monto: 1200,
      version: 1,
    })
    expect([put.status, put.body]).toEqual([
      200,
      {
        success: true,
        message: 'Movimiento actualizado exitosamente',
        data: {
          ...movimiento,
          ruta_id: null,
          no_ruta: null,
          monto: 1200,
          forma: null,
          descripcion: null,
          version: 2,
        },
      },
    ])
    expect(await findLogRowsOfRequest(office.server.db, put)).toMatchObject([
      {
        accion: 'editar',
        cambios: {
          monto: [1000.5, 1200],
          forma: ['Cheque', null],
          ruta: [ruta.no_ruta, null],
          descripcion: ['Para el viaje', null],
        },
      },
    ])
    expectConflict(
      await cashier.put(`${movimientosPath}/${id}`, office.anAdvance({ version: 1 })),
      staleMessage,
    )
    expect((await office.admin.delete(`${movimientosPath}/${id}`)).status).toBe(405)
    for (const missing of [
      await office.admin.get(`${movimientosPath}/999999`),
      await office.admin.put(`${movimientosPath}/999999`, office.anAdvance()),
    ]) {
      expect([missing.status, missing.body.message]).toEqual([404, 'Movimiento no encontrado'])
    }
  })

  test('movimiento: requires the fields of its tipo, validates and drops the others', async () => {
    expect(await office.fieldErrorsOf({})).toEqual({
      tipo: expect.any(String),
      monto: required,
      fecha: required,
    })
    expect(await office.fieldErrorsOf(office.anAdvance({ chofer_id: null }))).toEqual({
      chofer_id: required,
      ruta_id: required,
    })
    expect(await office.fieldErrorsOf({ ...office.aGasto(), concepto: '', paga: null })).toEqual({
      concepto: required,
      paga: required,
    })
    expect(await office.fieldErrorsOf(office.aGasto({ paga: 'empresa', chofer_id: '' }))).toEqual({
      ruta_id: required,
    })
    for (const tipo of ['cargo', 'abono']) {
      for (const descripcion of [undefined, '\u200b']) {
        expect(await office.fieldErrorsOf(office.anAdvance({ tipo, descripcion }))).toEqual({
          descripcion: required,
        })
      }
    }
    expect(await office.fieldErrorsOf(office.anAdvance({ tipo: 'comision' }))).toEqual({ ruta_id: required })
    expect(
      await office.fieldErrorsOf(office.anAdvance({ tipo: 'pago', concepto: 'Cena', nit: '1', numero: 'x' })),
    ).toEqual({
      concepto: expect.any(String),
      nit: 'El NIT no es válido: revisa el último dígito.',
      numero: expect.any(String),
    })
    const { id: ruta_id } = await office.create()
    expect(
      await office.createMovimiento(
        office.aGasto({ paga: 'empresa', chofer_id: null, ruta_id, comprobante: 'recibo', numero: '7' }),
      ),
    ).toMatchObject({ piloto: null, paga: 'empresa', comprobante: 'recibo', numero: null })
    expect(
      await office.createMovimiento(
        office.anAdvance({ concepto: 'Peaje', paga: 'piloto', compartida: true }),
      ),
    ).toMatchObject({
      concepto: null,
      paga: null,
      comprobante: null,
      compartida: false,
    })
    expect(await office.createMovimiento(office.aGasto())).toMatchObject({ comprobante: 'ninguno' })
  })

  test('movimiento: requires an amount above zero and a date up to today', async () => {
    const zero = 'El monto debe ser mayor que cero.'
    for (const monto of [0, '0', '0.00'])
      expect(await office.fieldErrorsOf(office.anAdvance({ monto }))).toEqual({ monto: zero })
    for (const monto of [-1, '1,000', 0.001, null, '', 100_000_000]) {
      expect(invalidCamposOf(await office.postMovimiento(office.anAdvance({ monto })))).toEqual(['monto'])
    }
    expect(await office.fieldErrorsOf(office.anAdvance({ fecha: '2999-01-01', monto: 0 }))).toEqual({
      fecha: 'La fecha no puede ser posterior a hoy.',
      monto: zero,
    })
    const late = office.server.startAnotherApp({ now: () => new Date('2026-03-01T05:59:00Z') })
    const client = office.server.clientOf(late, office.admin.token, office.admin.userId)
    // In Guatemala it is still the previous day.
    expect((await client.post(movimientosPath, office.anAdvance({ fecha: '2026-03-01' }))).status).toBe(400)
    expect((await client.post(movimientosPath, office.anAdvance({ fecha: '2026-02-28' }))).status).toBe(201)
  })

  test('movimiento: requires an existing pilot and route; a PUT may keep deleted ones', async () => {
    const unknown = {
      chofer_id: 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.',
      ruta_id: 'Ruta no encontrada. Verifica que la ruta seleccionada sea válida.',
    }
    expect(await office.fieldErrorsOf(office.anAdvance({ chofer_id: 2 ** 40, ruta_id: 999_999 }))).toEqual(
      unknown,
    )
    const ruta = await office.create()
    const { id } = await office.createMovimiento(office.aGasto({ paga: 'empresa', ruta_id: ruta.id }))
    const other = await office.createMovimiento(office.anAdvance())
    // Written directly: money protects the route from deletion over HTTP.
    await run(office.server.db, sql`update rutas set eliminado_en = now() where id = ${ruta.id}`)
    expect(await office.fieldErrorsOf(office.anAdvance({ ruta_id: ruta.id }))).toEqual({
      ruta_id: unknown.ruta_id,
    })
    const moved = await office.admin.put(
      `${movimientosPath}/${other.id}`,
      office.anAdvance({ ruta_id: ruta.id }),
    )
    expect(moved.body.error.campos).toEqual({ ruta_id: unknown.ruta_id })
    const updated = await office.admin.put(
      `${movimientosPath}/${id}`,
      office.aGasto({ paga: 'empresa', ruta_id: ruta.id, monto: 80 }),
    )
    expect([updated.status, updated.body.data?.no_ruta]).toEqual([200, ruta.no_ruta])
  })

  test("movimiento: PUT can't change tipo", async () => {
    const { id } = await office.createMovimiento(office.aGasto())
    const { tipo: _tipo, ...rest } = office.aGasto({ monto: 80 })
    expect((await office.admin.put(`${movimientosPath}/${id}`, rest)).status).toBe(200)
    const other = await office.admin.put(`${movimientosPath}/${id}`, office.anAdvance())
    expect(invalidCamposOf(other)).toEqual(['tipo'])
    // Without tipo, the stored one decides the required fields.
    const bare = await office.admin.put(`${movimientosPath}/${id}`, { monto: 1, fecha: '2026-01-15' })
    expect(invalidCamposOf(bare)).toEqual(['chofer_id', 'concepto', 'paga', 'ruta_id'])
  })
})
