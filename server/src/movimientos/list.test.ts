import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Caja, dinero, openCaja } from '../test/dinero.ts'
import { makeChofer } from '../test/usuarios.ts'

// The lists of money (contract.md section 5).

let office: Caja
beforeAll(async () => {
  office = await openCaja()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>

describe('the lists', () => {
  const idsOf = async (query: string): Promise<number[]> => {
    const { status, body } = await office.admin.get(`${dinero}?${query}`)
    expect([query, status]).toEqual([query, 200])
    expect(body.paginacion).toMatchObject({ total: body.data.length, exacto: true })
    return body.data.map(({ id }: { id: number }) => id)
  }

  test('narrow, search and order movimientos', async () => {
    const chofer_id = await makeChofer(office.admin, { nombre: 'Óscar', apellido: 'Ñuflo' })
    const ruta = await office.create({ chofer_id })
    const a = await office.make(
      office.anAdvance({ chofer_id, fecha: '2026-02-01', descripcion: 'Viático doble' }),
    )
    const b = await office.make(office.aGasto({ chofer_id, fecha: '2026-02-03', ruta_id: ruta.id }))
    const c = await office.make(
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
    // By the names of today.
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
      expect([wrong, (await office.admin.get(`${dinero}?${wrong}`)).status]).toEqual([wrong, 400])
    }
  })

  test('tell what each pilot owes', async () => {
    const of = async (chofer_id: number) =>
      (await office.admin.get('/api/saldos')).body.data.find((row: Changes) => row.chofer_id === chofer_id)
    const chofer_id = await makeChofer(office.admin)
    expect(await of(chofer_id)).toBeUndefined()
    await office.make(office.anAdvance({ chofer_id, fecha: '2026-02-05' }))
    await office.make(office.anAdvance({ chofer_id, tipo: 'reanticipo', monto: 200 }))
    for (const monto of [500.35, 245, 75]) await office.make(office.aGasto({ chofer_id, monto }))
    await office.make(office.aGasto({ chofer_id, monto: 900, paga: 'empresa' }))
    await office.make(office.anAdvance({ chofer_id, tipo: 'devolucion', monto: 150 }))
    const { id: ruta_id } = await office.create()
    await office.make(office.anAdvance({ chofer_id, tipo: 'comision', monto: 300, ruta_id }))
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
