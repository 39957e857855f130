import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { readPages, readPdf } from '../../test/readPdf.ts'
import { readSheets } from '../../test/readXlsx.ts'
import type { Client, TestApp } from '../../test/testApp.ts'
import { makeChofer } from '../../test/usuarios.ts'
import { amountInWords } from './amountInWords.ts'

// Receipts and exports of money (docs/contract/money.md); it is 20/11/2026.

let caja: MoneyOfficeForms
let app: TestApp['app']
let cashier: Client
beforeAll(async () => {
  caja = await openMoneyForms()
  const { server } = caja
  app = server.startAnotherApp({ now: () => new Date('2026-11-20T18:00:00Z') })
  cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_dinero'] })
  await caja.admin.put('/api/ajustes', {
    nit: '7845123-6',
    direccion: '12 calle 4-55, zona 12',
    telefono: '2440-7100',
  })
})
afterAll(() => caja.close())

const fetchFile = async (url: string) => {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${cashier.token}` } })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}
const logged = () => many(caja.server.db, sql`select id from bitacora`)

describe('receipt', () => {
  const print = async (id: number) => {
    const { status, headers, file } = await fetchFile(`${movimientosPath}/${id}/pdf`)
    expect(status).toBe(200)
    const document = await readPdf(file)
    expect([document.numPages, (await document.getPage(1)).view]).toEqual([1, [0, 0, 612, 792]])
    const [page] = await readPages(file)
    return { headers, texts: page!.pieces.map(({ text }) => text) }
  }

  test('receipt: names payer, recipient and amount on one letter page, and writes no log row', async () => {
    const chofer_id = await makeChofer(caja.admin, { nombre: 'Óscar', apellido: 'Ñáñez' })
    const ruta = await caja.create({ chofer_id })
    const { id } = await caja.createMovimiento(
      caja.anAdvance({
        chofer_id,
        ruta_id: ruta.id,
        monto: 1234.5,
        forma: 'Cheque',
        descripcion: 'Para peajes',
      }),
    )
    const before = await logged()
    const { headers, texts } = await print(id)
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="recibo_${id}.pdf"`,
      'cache-control': 'no-store',
    })
    const company = ['Transportes', 'NIT: 7845123-6', '12 calle 4-55, zona 12', 'Tel.: 2440-7100']
    const expectedTexts = [
      'Anticipo',
      'Óscar Ñáñez',
      ruta.no_ruta,
      '15/01/2026',
      'Q1,234.50',
      'Cheque',
      'Para peajes',
    ]
    const words = 'Mil doscientos treinta y cuatro quetzales con 50/100'
    expect(texts).toEqual(expect.arrayContaining([...company, ...expectedTexts, words, 'Entrega', 'Recibe']))
    expect(texts.join(' ')).toContain('Guatemala a Quetzaltenango · 20/11/2026')
    expect(texts).not.toContain('ANULADO')
    expect(await logged()).toEqual(before)
  })

  test('receipt: an annulled one says so, and the longest texts fit', async () => {
    const long = Array.from({ length: 28 }, (_, n) => `frase${n}`)
      .join(' ')
      .slice(0, 200)
    const factura = { comprobante: 'factura', uuid: 'D412A347972044C0A9CCFDE068F0A2E7' }
    const ruta = await caja.create()
    const { id } = await caja.createMovimiento(
      caja.aGasto({
        ...factura,
        monto: 99_999_999.99,
        ruta_id: ruta.id,
        paga: 'empresa',
        chofer_id: null,
        descripcion: long,
      }),
    )
    await run(
      caja.server.db,
      sql`update movimientos set estado = 'anulado', motivo = ${'Ñ'.repeat(200)} where id = ${id}`,
    )
    const { texts } = await print(id)
    expect(texts).toEqual(
      expect.arrayContaining(['ANULADO', 'Gasto', 'Peaje', 'Factura D412A347 2535474368', 'Q99,999,999.99']),
    )
    expect(texts.join(' ')).toContain('frase25')
    expect(texts.filter((text) => /^Ñ+$/.test(text)).join('')).toHaveLength(200)
  })

  test('receipt: returns 404 for an unknown movimiento', async () => {
    const answer = await cashier.get(`${movimientosPath}/999999/pdf`)
    expect([answer.status, answer.body.message]).toEqual([404, 'Movimiento no encontrado'])
  })

  test.each([
    [0.01, 'Cero quetzales con 01/100'],
    [1, 'Un quetzal con 00/100'],
    [16.1, 'Dieciséis quetzales con 10/100'],
    [21, 'Veintiún quetzales con 00/100'],
    [100, 'Cien quetzales con 00/100'],
    [131.99, 'Ciento treinta y un quetzales con 99/100'],
    [1001, 'Mil un quetzales con 00/100'],
    [21_500.35, 'Veintiún mil quinientos quetzales con 35/100'],
    [1_000_000, 'Un millón de quetzales con 00/100'],
    [2_000_021, 'Dos millones veintiún quetzales con 00/100'],
  ])('amountInWords: %d is %s', (monto, words) => {
    expect(amountInWords(monto)).toBe(words)
  })
})

describe('sheet of movimientos', () => {
  const titles =
    'Fecha,Tipo,Piloto,Ruta,Concepto,Paga,Monto,Forma,Comprobante,NIT,Serie,Número,Descripción,Estado,Liquidación,Registrado por'
  const take = async (query: string) => {
    const { status, headers, file } = await fetchFile(`${movimientosPath}/exportar?${query}`)
    expect([query, status]).toEqual([query, 200])
    const [rows = []] = (await readSheets(file)).rows
    return { headers, rows }
  }

  test("sheet of movimientos: has the list's rows in its order, and writes a log row", async () => {
    const { db } = caja.server
    const chofer_id = await makeChofer(caja.admin, { nombre: 'Rut', apellido: 'Yac' })
    const ruta = await caja.create({ chofer_id })
    const common = { chofer_id, ruta_id: ruta.id, fecha: '2026-03-01' }
    await caja.createMovimiento(
      caja.anAdvance({ ...common, tipo: 'devolucion', monto: 0.1, forma: 'Efectivo' }),
    )
    await caja.createMovimiento(
      caja.anAdvance({ ...common, tipo: 'comision', ruta_id: ruta.id, fecha: '2026-03-02' }),
    )
    const invoice = { comprobante: 'factura', nit: '7108-0', serie: 'AB', numero: '007', descripcion: '=1+1' }
    await caja.createMovimiento(caja.aGasto({ ...common, ...invoice, paga: 'empresa' }))
    const sent = await caja.createMovimiento(caja.aGasto({ ...common, fecha: '2026-03-03' }))
    await run(
      db,
      sql`update movimientos set del_piloto = true, estado = 'anulado', motivo = 'No es' where id = ${sent.id}`,
    )
    const { headers, rows } = await take(`chofer_id=${chofer_id}&orden=antiguas`)
    expect(headers['content-disposition']).toBe('attachment; filename="movimientos_2026-11-20.xlsx"')
    expect(rows[0]).toEqual(titles.split(','))
    const { username } = (
      await many<{ username: string }>(db, sql`select username from usuarios where id = ${caja.admin.userId}`)
    )[0]!
    const line = (day: string, ...cells: unknown[]) => [new Date(`${day}T00:00:00Z`), ...cells, username]
    const [r, p, n] = [ruta.no_ruta, 'Rut Yac', null]
    expect(rows.slice(1)).toEqual([
      line('2026-03-01', 'Devolución', p, r, n, n, 0.1, 'Efectivo', n, n, n, n, n, 'Aprobado', n),
      line(
        '2026-03-01',
        'Gasto',
        p,
        r,
        'Peaje',
        'Empresa',
        75,
        n,
        'Factura',
        '71080',
        'AB',
        '7',
        '=1+1',
        'Aprobado',
        n,
      ),
      line('2026-03-02', 'Comisión', p, r, n, n, 1000, n, n, n, n, n, n, 'Aprobado', n),
      line('2026-03-03', 'Gasto', p, r, 'Peaje', 'Piloto', 75, n, 'Ninguno', n, n, n, n, 'Rechazado', n),
    ])
    const newest = await take(`chofer_id=${chofer_id}&tipo=gasto&hasta=2026-03-02`)
    expect(newest.rows.slice(1).map(([, tipo]) => tipo)).toEqual(['Gasto'])
    const [row] = (await caja.admin.get('/api/bitacora?accion=exportar')).body.data
    expect(row).toMatchObject({
      tipo: 'movimientos',
      registro_id: null,
      nombre: 'movimientos_2026-11-20.xlsx',
      usuario_id: cashier.userId,
    })
    expect(
      invalidCamposOf(
        await cashier.get(`${movimientosPath}/exportar?tipo=otro&desde=2026-02-02&hasta=2026-02-01`),
      ),
    ).toEqual(['hasta', 'tipo'])
  })

  test('sheet of movimientos: reads several batches in both orders, up to the limit', async () => {
    const chofer_id = await makeChofer(caja.admin)
    const { db } = caja.server
    await run(
      db,
      sql`insert into movimientos (tipo, chofer_id, monto, fecha, estado, usuario_id, busqueda)
        select 'pago', ${chofer_id}, n, date '2025-01-01' + n / 7, 'aprobado', ${caja.admin.userId}, ''
        from generate_series(1, 601) n`,
    )
    const all = Array.from({ length: 601 }, (_, i) => i + 1)
    const amounts = async (query: string) =>
      (await take(`chofer_id=${chofer_id}${query}`)).rows.slice(1).map((row) => row[6])
    expect(await amounts('&orden=antiguas')).toEqual(all)
    expect(await amounts('')).toEqual(all.toReversed())
    // Disables log and indexes: they would take fifteen seconds.
    await db.transaction(async (tx) => {
      await run(tx, raw('set local session_replication_role = replica'))
      for (const name of ['fecha', 'tipo', 'estado', 'busqueda'])
        await run(tx, raw(`drop index movimientos_por_${name}`))
      await run(tx, raw('drop index movimientos_abiertos, movimientos_pendientes'))
      await run(
        tx,
        sql`insert into movimientos (tipo, chofer_id, monto, fecha, estado, usuario_id, busqueda)
          select 'pago', ${chofer_id}, 1, date '2024-01-01', 'aprobado', ${caja.admin.userId}, ''
          from generate_series(1, 99400) n`,
      )
    })
    const answer = await cashier.get(`${movimientosPath}/exportar?chofer_id=${chofer_id}`)
    expect([invalidCamposOf(answer), answer.body.error.campos.desde]).toEqual([
      ['desde'],
      'Elige un período más corto.',
    ])
  })
})
