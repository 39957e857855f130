import { movimientoCuentas } from '@flota/contract/money/settlementTotals.ts'
import { movimientoTipos } from '@flota/contract/records/dinero.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, one, raw, sql } from '../../platform/db/sql.ts'
import {
  liquidacionesPath,
  type MoneyOfficeForms,
  openMoneyForms,
  settlementCalls,
} from '../../test/dinero.ts'
import { makeChofer } from '../../test/usuarios.ts'

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

const { settle, findSaldo, createMovimientos } = settlementCalls(() => office)

test('signo_de_movimiento: returns the sign of the contract for every type', async () => {
  const found = await many<{ tipo: string; signo: number }>(
    office.server.db,
    sql`select tipo, signo_de_movimiento(tipo) as signo from unnest(${[...movimientoTipos]}::text[]) as t (tipo)`,
  )
  expect(found).toEqual(movimientoTipos.map((tipo) => ({ tipo, signo: movimientoCuentas[tipo].signo })))
})

test.each(movimientoTipos)(
  'movement type %s: has its sign in the balance and in a settlement',
  async (tipo) => {
    const { suma, signo } = movimientoCuentas[tipo]
    const chofer_id = await makeChofer(office.admin)
    const more = tipo === 'comision' ? { ruta_id: (await office.create({ chofer_id })).id } : {}
    const described = tipo === 'cargo' || tipo === 'abono' ? { descripcion: 'De la prueba' } : {}
    const ids =
      tipo === 'gasto'
        ? await createMovimientos(chofer_id, ['gasto', 45.33])
        : [
            (
              await office.createMovimiento(
                office.anAdvance({ chofer_id, tipo, monto: 45.33, ...more, ...described }),
              )
            ).id,
          ]
    expect(await findSaldo(chofer_id)).toBe(signo * 45.33)
    const { body } = await settle({ chofer_id, movimientos: ids })
    expect(body.data).toMatchObject({ saldo: signo * 45.33, [suma]: 45.33 })
  },
)

test('unknown movement type: raises an error in every balance and settlement', async () => {
  const { db } = office.server
  const chofer_id = await makeChofer(office.admin)
  await db.query(raw('alter table movimientos drop constraint movimientos_tipo_check'))
  const inserted = await one<{ id: number }>(
    db,
    sql`insert into movimientos (tipo, chofer_id, monto, fecha, estado, usuario_id, busqueda)
      values ('prestamo', ${chofer_id}, 100, '2026-01-15', 'aprobado', ${office.admin.userId}, '') returning id`,
  )
  expect((await office.admin.get('/api/saldos')).status).toBe(500)
  const settled = await office.admin.post(liquidacionesPath, { chofer_id, movimientos: [inserted?.id] })
  expect(settled.status).toBe(500)
  const message = 'Unknown type of movement: prestamo'
  await expect(db.query(raw('select saldo from saldos_leer'))).rejects.toThrow(message)
})
