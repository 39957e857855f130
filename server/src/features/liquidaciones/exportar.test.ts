import { afterAll, beforeAll, expect, test } from 'vitest'
import { many, sql } from '../../platform/db/sql.ts'
import {
  liquidacionesPath,
  type MoneyOfficeForms,
  openMoneyForms,
  settlementCalls,
} from '../../test/dinero.ts'
import { readListExport } from '../../test/exportar.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { makeChofer } from '../../test/usuarios.ts'

// Sheets of settlements and balances (docs/contract/money.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

const { settle, anular, createMovimientos } = settlementCalls(() => office)
const exported = async (url: string) => readListExport(office.server.app, office.admin, url)
const lastLogRow = async () =>
  (
    await many(
      office.server.db,
      sql`select tipo, accion, registro_id, nombre from bitacora order by id desc limit 1`,
    )
  )[0]

test('sheet of settlements: has the rows, filters and amounts of the list, and one log row', async () => {
  const chofer_id = await makeChofer(office.admin, { nombre: 'Óscar', apellido: 'Ñáñez' })
  const other = await makeChofer(office.admin)
  const close = async (of: number, ...movements: [string, number][]) =>
    (await settle({ chofer_id: of, movimientos: await createMovimientos(of, ...movements) })).body.data
  const first = await close(chofer_id, ['anticipo', 1000], ['gasto', 820.35], ['devolucion', 100])
  const second = await close(chofer_id, ['pago', 20.1], ['gasto', 2.5])
  await close(other, ['anticipo', 1])
  await anular(second.id)
  const { name, titles, rows } = await exported(`${liquidacionesPath}/exportar?chofer_id=${chofer_id}`)
  expect(titles).toEqual(
    'Número,Fecha,Piloto,Saldo anterior,Anticipos,Pagos,Cargos,Gastos,Devoluciones,Abonos,Saldo,Comisiones,Estado,Motivo,Cerrada por'.split(
      ',',
    ),
  )
  const piloto = 'Óscar Ñáñez'
  const by = first.cerrada_por
  const day = expect.any(Date)
  expect(rows).toEqual([
    [second.numero, day, piloto, 79.65, 0, 20.1, 0, 2.5, 0, 0, 97.25, 0, 'Anulada', 'Faltó un gasto', by],
    [first.numero, day, piloto, 0, 1000, 0, 0, 820.35, 100, 0, 79.65, 0, 'Cerrada', null, by],
  ])
  expect(await lastLogRow()).toEqual({
    tipo: 'liquidaciones',
    accion: 'exportar',
    registro_id: null,
    nombre: name,
  })
  const numbersOf = async (query: string) =>
    (await exported(`${liquidacionesPath}/exportar?${query}`)).rows.map(([numero]) => numero)
  expect(await numbersOf(`chofer_id=${chofer_id}&estado=cerrada`)).toEqual([first.numero])
  expect(await numbersOf('buscar=nanez')).toEqual([second.numero, first.numero])
  expect(await numbersOf('hasta=2020-01-01')).toEqual([])
  const { data } = (await office.admin.get(`${liquidacionesPath}?porPagina=100`)).body
  expect(await numbersOf('')).toEqual(data.map(({ numero }: { numero: string }) => numero))
  const wrong = await office.admin.get(
    `${liquidacionesPath}/exportar?estado=x&desde=2026-02-01&hasta=2026-01-01`,
  )
  expect(invalidCamposOf(wrong)).toEqual(['estado', 'hasta'])
})

test('sheet of balances: has the list in two columns with their sums', async () => {
  const [owes, owed] = [
    await makeChofer(office.admin, { nombre: 'Zoila', apellido: 'Saldo' }),
    await makeChofer(office.admin, { nombre: 'Ana', apellido: 'Saldo' }),
  ]
  await createMovimientos(owes, ['anticipo', 500.25])
  await createMovimientos(owed, ['gasto', 75], ['gasto', 10.5])
  const { name, titles, rows } = await exported('/api/saldos/exportar?buscar=saldo&orden=saldo')
  expect(name).toMatch(/^saldos_\d{4}-\d\d-\d\d\.xlsx$/)
  expect(titles).toEqual(['Piloto', 'Debe', 'Se le debe', 'Por revisar', 'Por liquidar', 'Desde'])
  const since = new Date('2026-01-15T00:00:00Z')
  expect(rows).toEqual([
    ['Ana Saldo', null, 85.5, 0, 2, since],
    ['Zoila Saldo', 500.25, null, 0, 1, since],
    ['Total', 500.25, 85.5, null, null, null],
  ])
  expect(await lastLogRow()).toMatchObject({ tipo: 'movimientos', accion: 'exportar', nombre: name })
  const { data } = (await office.admin.get('/api/saldos')).body
  const all = (await exported('/api/saldos/exportar')).rows
  expect(all.slice(0, -1).map(([piloto]) => piloto)).toEqual(
    data.map(({ piloto }: { piloto: string }) => piloto),
  )
  expect((await exported('/api/saldos/exportar?buscar=nadie')).rows).toEqual([
    ['Total', 0, 0, null, null, null],
  ])
})
