import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Lists of money (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>

describe('money lists', () => {
  const idsOf = async (query: string): Promise<number[]> => {
    const { status, body } = await office.admin.get(`${movimientosPath}?${query}`)
    expect([query, status]).toEqual([query, 200])
    expect(body.paginacion).toMatchObject({ total: body.data.length, exacto: true })
    return body.data.map(({ id }: { id: number }) => id)
  }

  test('GET /api/movimientos: filters, searches and orders', async () => {
    const chofer_id = await makeChofer(office.admin, { nombre: 'Óscar', apellido: 'Ñuflo' })
    const ruta = await office.create({ chofer_id })
    const a = await office.createMovimiento(
      office.anAdvance({ chofer_id, fecha: '2026-02-01', descripcion: 'Viático doble' }),
    )
    const b = await office.createMovimiento(
      office.aGasto({ chofer_id, fecha: '2026-02-03', ruta_id: ruta.id }),
    )
    const c = await office.createMovimiento(
      office.aGasto({
        chofer_id,
        fecha: '2026-02-02',
        paga: 'empresa',
        comprobante: 'factura',
        nit: '7108-0',
        serie: 'ZZ',
        numero: '9',
      }),
    )
    const mine = (more: string) => idsOf(`chofer_id=${chofer_id}&${more}`)
    expect(await mine('')).toEqual([b.id, c.id, a.id])
    expect(await mine('orden=antiguas')).toEqual([a.id, c.id, b.id])
    expect(await mine('abiertos=si')).toEqual([b.id, a.id])
    expect(await mine('tipo=gasto')).toEqual([b.id, c.id])
    expect(await mine('concepto=Peaje&comprobante=factura')).toEqual([c.id])
    expect(await mine('desde=2026-02-02&hasta=2026-02-02')).toEqual([c.id])
    expect(await mine('estado=registrado')).toEqual([])
    expect(await idsOf(`ruta_id=${ruta.id}`)).toEqual([b.id])
    expect(await idsOf('liquidacion_id=7')).toEqual([])
    expect(await idsOf('buscar=oscar nuflo viatico')).toEqual([a.id])
    expect(await mine('buscar=zz 71080')).toEqual([c.id])
    expect(await mine(`buscar=${ruta.no_ruta}`)).toEqual([b.id])
    // Searches the current names.
    const chofer = (await office.admin.get(`/api/choferes/${chofer_id}`)).body.data
    await office.admin.put(`/api/choferes/${chofer_id}`, { ...chofer, apellido: 'Quiñónez' })
    expect(await idsOf('buscar=quinonez')).toEqual([b.id, c.id, a.id])
    expect(await idsOf('buscar=nuflo')).toEqual([])
    await office.put(ruta.id, { ...ruta, no_ruta: 'RUTA-77120' })
    expect(await idsOf('buscar=77120')).toEqual([b.id])
    for (const wrong of [
      'tipo=x',
      'abiertos=no',
      'orden=x',
      'desde=2026-02-02&hasta=2026-02-01',
      'chofer_id=x',
    ]) {
      expect([wrong, (await office.admin.get(`${movimientosPath}?${wrong}`)).status]).toEqual([wrong, 400])
    }
  })

  test('GET /api/movimientos: returns every page of a search, and counts up to 1,000', async () => {
    const { db } = office.server
    const chofer_id = await makeChofer(office.admin)
    // Matches among the oldest, every tenth, and nearly all.
    await db.transaction(async (tx) => {
      await run(tx, raw('set local session_replication_role = replica'))
      await run(
        tx,
        sql`insert into movimientos (tipo, chofer_id, monto, fecha, estado, usuario_id, busqueda)
          select 'pago', ${chofer_id}, 1, date '2024-01-01' + n / 50, 'aprobado', ${office.admin.userId},
            concat_ws(' ', case when n <= 1100 then 'viejo' end, case when n <= 1000 then 'escaso' end, case when n % 10 = 0 then 'disperso' end,
              case when n <= 10100 then 'abundante' end)
          from generate_series(1, 12500) n`,
      )
    })
    for (const [word, total, exacto] of [
      ['viejo', 1000, false],
      ['escaso', 1000, true],
      ['disperso', 1000, false],
      ['abundante', 1000, false],
    ] as const) {
      for (const orden of ['recientes', 'antiguas'] as const) {
        const by = orden === 'recientes' ? 'fecha desc, id desc' : 'fecha, id'
        const ids = await many<{ id: number }>(
          db,
          sql`select id from movimientos where busqueda like ${`%${word}%`} order by ${raw(by)}`,
        )
        for (const pagina of [1, 3, 10, 70]) {
          const { body } = await office.admin.get(
            `${movimientosPath}?buscar=${word}&orden=${orden}&pagina=${pagina}&porPagina=20`,
          )
          const request = { word, orden, pagina }
          expect({ request, ids: body.data.map(({ id }: { id: number }) => id) }).toEqual({
            request,
            ids: ids.slice(pagina * 20 - 20, pagina * 20).map(({ id }) => id),
          })
          expect(body.paginacion).toMatchObject({ total, exacto })
        }
      }
    }
    const narrowed = await office.admin.get(
      `${movimientosPath}?buscar=abundante&desde=2024-07-19&porPagina=20`,
    )
    expect(narrowed.body.paginacion).toMatchObject({ total: 101, exacto: true })
  })

  test("GET /api/saldos: returns each pilot's balance", async () => {
    const of = async (chofer_id: number) =>
      (await office.admin.get('/api/saldos')).body.data.find((row: Changes) => row.chofer_id === chofer_id)
    const chofer_id = await makeChofer(office.admin)
    expect(await of(chofer_id)).toBeUndefined()
    await office.createMovimiento(office.anAdvance({ chofer_id, fecha: '2026-02-05' }))
    await office.createMovimiento(office.anAdvance({ chofer_id, tipo: 'reanticipo', monto: 200 }))
    for (const monto of [500.35, 245, 75]) await office.createMovimiento(office.aGasto({ chofer_id, monto }))
    await office.createMovimiento(office.aGasto({ chofer_id, monto: 900, paga: 'empresa' }))
    await office.createMovimiento(office.anAdvance({ chofer_id, tipo: 'devolucion', monto: 150 }))
    const { id: ruta_id } = await office.create()
    await office.createMovimiento(office.anAdvance({ chofer_id, tipo: 'comision', monto: 300, ruta_id }))
    expect(await of(chofer_id)).toEqual({
      chofer_id,
      piloto: expect.stringContaining('Julio Xicará'),
      saldo: 229.65,
      por_revisar: 0,
      abiertos: 7,
      desde: '2026-01-15',
    })
    const found = await office.admin.get('/api/saldos?buscar=nadie')
    expect(found.body).toMatchObject({ data: [], count: 0 })
  })
})
