import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, sql } from '../../platform/db/sql.ts'
import {
  liquidacionesPath,
  type MoneyOfficeForms,
  movimientosPath,
  openMoneyForms,
  settlementCalls,
  staleMovimientosMessage,
} from '../../test/dinero.ts'
import { expectConflict } from '../../test/openOffice.ts'
import { countByStatus } from '../../test/users.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Simultaneous settlements (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const { settle, anular, findSaldo, createMovimientos } = settlementCalls(() => office)

test('simultaneous settlements of the same movimientos: one succeeds, nine return 409, and new movimientos stay open', async () => {
  const chofer_id = await makeChofer(office.admin)
  const movimientos = await createMovimientos(chofer_id, ['anticipo', 100], ['gasto', 40], ['gasto', 30])
  const count = async () =>
    (await one<{ n: number }>(office.server.db, sql`select count(*) as n from liquidaciones`))?.n ?? 0
  const before = await count()
  const [closings, gastos] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => settle({ chofer_id, movimientos, saldo: 30 }))),
    Promise.all(
      Array.from({ length: 50 }, () => office.postMovimiento(office.aGasto({ chofer_id, monto: 1.01 }))),
    ),
  ])
  expect(countByStatus(closings)).toEqual({ 201: 1, 409: 9 })
  expect(countByStatus(gastos)).toEqual({ 201: 50 })
  for (const answer of closings.filter(({ status }) => status === 409))
    expectConflict(answer, staleMovimientosMessage)
  expect(await count()).toBe(before + 1)
  const { body } = await office.admin.get(`${movimientosPath}?chofer_id=${chofer_id}&abiertos=si`)
  expect(body.paginacion.total).toBe(50)
  expect(await findSaldo(chofer_id)).toBe(30 - 50.5)
})

test('simultaneous settlements of many pilots: numbers are unique and without gaps', async () => {
  const pilots = await Promise.all(Array.from({ length: 8 }, () => makeChofer(office.admin)))
  const settlements = await Promise.all(
    pilots.map(async (chofer_id) => ({
      chofer_id,
      movimientos: await createMovimientos(chofer_id, ['anticipo', 10]),
    })),
  )
  const answers = await Promise.all(
    settlements.flatMap((each, i) => [settle(each), settle({ ...each, saldo: i % 2 ? 11 : 10 })]),
  )
  const created = answers.filter(({ status }) => status === 201)
  expect(created.length).toBe(8)
  await Promise.all(created.slice(0, 4).map(({ body }) => anular(body.data.id)))
  const numbers = await many<{ correlativo: number; numero: string }>(
    office.server.db,
    sql`select correlativo, numero from liquidaciones order by correlativo`,
  )
  expect(numbers.map(({ correlativo }) => correlativo)).toEqual(numbers.map((_, i) => i + 1))
  expect(numbers[0]?.numero).toBe('L-0001')
})

test('settlement: created once per idempotency key, also for a pilot in the bin', async () => {
  const chofer_id = await makeChofer(office.admin)
  const movimientos = await createMovimientos(chofer_id, ['anticipo', 10])
  const post = () =>
    office.admin.send({
      method: 'POST',
      url: liquidacionesPath,
      headers: { 'idempotency-key': `liquidar ${chofer_id}` },
      payload: { chofer_id, movimientos },
    })
  const answers = await Promise.all([post(), post(), post()])
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  const back = await createMovimientos(chofer_id, ['devolucion', 10])
  const { id } = (await settle({ chofer_id, movimientos: back })).body.data
  expect((await office.admin.delete(`/api/choferes/${chofer_id}`)).status).toBe(200)
  expect((await anular(id)).status).toBe(200)
  expect(await findSaldo(chofer_id)).toBe(0)
  const again = await settle({ chofer_id, movimientos: back, saldo: 0 })
  expect([again.status, again.body.data.piloto]).toEqual([201, expect.stringContaining('Julio')])
})

test('balances: equal SQL over 10,000 movimientos', async () => {
  const chofer_id = await makeChofer(office.admin)
  await office.server.db.query(sql`insert into movimientos (tipo, chofer_id, ruta_id, concepto, paga, comprobante, monto,
        fecha, estado, usuario_id, busqueda)
      select t, c.id, null, case t when 'gasto' then 'Peaje' end, case t when 'gasto' then (array['piloto', 'empresa'])[1 + i % 2] end,
        case t when 'gasto' then 'ninguno' end, 1 + (i * 7919 % 100000) / 100.0, date '2026-01-01' + i % 40,
        (array['aprobado', 'aprobado', 'registrado', 'anulado'])[1 + i % 4], ${office.admin.userId}, ''
      from generate_series(1, 10000) i,
        lateral (select (array['anticipo', 'reanticipo', 'pago', 'cargo', 'gasto', 'devolucion', 'abono', 'comision'])[1 + i % 8] t) x,
        lateral (select id from choferes where id <= ${chofer_id} order by id desc offset i % 5 limit 1) c`)
  const expected = await many<Changes>(
    office.server.db,
    sql`select m.chofer_id, coalesce((select saldo from liquidaciones l where l.chofer_id = m.chofer_id and estado = 'cerrada'
            order by correlativo desc limit 1), 0)
          + coalesce(sum(case when tipo in ('gasto', 'devolucion', 'abono') then -monto when tipo = 'comision' then 0 else monto end)
            filter (where estado = 'aprobado' and liquidacion_id is null and not (tipo = 'gasto' and paga = 'empresa')), 0) as saldo
        from movimientos m where chofer_id is not null group by chofer_id`,
  )
  const balances = (await office.admin.get('/api/saldos')).body.data as { chofer_id: number; saldo: number }[]
  expect(balances.length).toBeGreaterThan(4)
  for (const { chofer_id: id, saldo } of expected) {
    expect([id, balances.find((row) => row.chofer_id === id)?.saldo ?? 0]).toEqual([id, saldo])
  }
})
