import { afterAll, beforeAll, expect, test } from 'vitest'
import { findTotalDifferences, repairTotals } from '../../domain/trips/totals.ts'
import { one, run, sql } from '../../platform/db/sql.ts'
import { aCarga, cargasPath } from '../../test/cargas.ts'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { aCamion } from '../../test/factories.ts'

// Figures of fuel that are kept beside the cargas (docs/contract/fleet.md).

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

type Changes = Record<string, unknown>
const aTruck = async (): Promise<number> => (await office.admin.post('/api/camiones', aCamion())).body.data.id
const post = async (camion_id: number, changes: Changes) => {
  const { status, body } = await office.admin.post(cargasPath, aCarga(camion_id, changes))
  expect([status, body.error]).toEqual([201, undefined])
  return body.data
}

interface Amounts {
  galones: number
  total: number
}
/** Returns the totals and the number of matches that GET /api/cargas answers, and those of its rows. */
async function totalsOf(query: string) {
  const { data, totales, paginacion } = (await office.admin.get(`${cargasPath}?${query}`)).body
  const sum = (name: keyof Amounts) =>
    Number(data.reduce((total: number, row: Amounts) => total + row[name], 0).toFixed(3))
  return {
    totales: { ...totales, n: paginacion.total },
    sums: { galones: sum('galones'), total: sum('total'), n: data.length },
  }
}

test('totals: those of all matches after eight writes at once, changes and an annulment', async () => {
  const [camion_id, other] = [await aTruck(), await aTruck()]
  const forms = Array.from({ length: 8 }, (_, i) => ({
    fecha: `2026-01-0${1 + (i % 3)}`,
    galones: 10.125 + i,
    total: 300.33 + i,
    lleno: i % 2 === 0,
    km: 1000 * i,
  }))
  const made = await Promise.all(forms.map((form) => post(camion_id, form)))
  await office.admin.put(`${cargasPath}/${made[0].id}`, aCarga(other, { fecha: '2026-01-03', galones: 5.5 }))
  await office.admin.put(`${movimientosPath}/${made[1].id}/estado`, {
    estado: 'anulado',
    motivo: 'Se repitió',
  })
  for (const query of [
    '',
    'paga=empresa',
    'paga=piloto',
    'lleno=no',
    'estado=anulado&lleno=no',
    'desde=2026-01-02&hasta=2026-01-02',
    `camion_id=${camion_id}`,
  ]) {
    const { totales, sums } = await totalsOf(query)
    expect([query, totales]).toEqual([query, sums])
  }
  expect((await totalsOf('')).totales).toEqual({ galones: 104.375, total: 3330.31, n: 8 })
})

test('kept totals: checked against the cargas, and repaired', async () => {
  const { db } = office.server
  await post(await aTruck(), { fecha: '2026-01-09', galones: 7, total: 70 })
  expect(await findTotalDifferences(db)).toEqual([])
  await run(db, sql`update cargas_dias set galones = galones + 1 where fecha = '2026-01-09'`)
  expect(await findTotalDifferences(db)).toEqual([
    {
      total: 'galones 2026-01-09 empresa aprobado t',
      stored: { n: 1, suma: 8 },
      counted: { n: 1, suma: 7 },
    },
  ])
  await db.transaction(repairTotals)
  expect(await findTotalDifferences(db)).toEqual([])
})

test('km per gallon: the same when eight callers send the cargas at once, in any order', async () => {
  const example: Changes[] = [
    { fecha: '2026-02-01', km: 100_000, galones: 30 },
    { fecha: '2026-02-02', km: 100_180, galones: 20, lleno: false },
    { fecha: '2026-02-03', km: 100_300, galones: 15, lleno: false },
    { fecha: '2026-02-04', km: 100_500, galones: 40 },
    { fecha: '2026-02-05', galones: 45 },
    { fecha: '2026-02-06', km: 101_300, galones: 48 },
    { fecha: '2026-02-07', km: 101_900, galones: 52, falta_anterior: true },
    { fecha: '2026-02-08', km: 102_250, galones: 50 },
  ]
  for (const order of [example, example.toReversed()]) {
    const camion_id = await aTruck()
    await Promise.all(order.map((form) => post(camion_id, form)))
    const { body } = await office.admin.get(`${cargasPath}?camion_id=${camion_id}&orden=antiguas`)
    expect(body.data.map(({ km_galon }: { km_galon: number | null }) => km_galon)).toEqual([
      null,
      null,
      null,
      6.67,
      null,
      8.6,
      null,
      7,
    ])
    const { data } = (await office.admin.get(`/api/camiones/${camion_id}/rendimiento`)).body
    expect([data.km_galon, data.tramos.length]).toEqual([7.57, 3])
    expect(await one(office.server.db, sql`select recalcular_camion(${camion_id}) as n`)).toEqual({ n: 0 })
  }
})

test('faltas: gallons above the tank, and a tramo below three quarters of the usual', async () => {
  const camion_id = await aTruck()
  await office.admin.put(`/api/camiones/${camion_id}/ficha`, { tanque_gal: 60 })
  const faltasOf = async (changes: Changes) => (await post(camion_id, changes)).faltas
  expect(await faltasOf({ fecha: '2026-02-01', galones: 60 })).toEqual([])
  const large = await post(camion_id, { fecha: '2026-02-01', galones: 64 })
  expect(large.faltas).toEqual(['TANQUE'])
  let km = 0
  for (const day of [2, 3, 4, 5, 6]) {
    expect(await faltasOf({ fecha: `2026-02-0${day}`, km, galones: 50 })).toEqual([])
    km += 350
  }
  const last = await post(camion_id, { fecha: '2026-02-07', km: km - 350 + 262, galones: 50 })
  expect([last.km_galon, last.faltas]).toEqual([5.24, ['RENDIMIENTO_BAJO']])
  const fixed = await office.admin.put(
    `${cargasPath}/${last.id}`,
    aCarga(camion_id, { fecha: '2026-02-07', km: km - 350 + 262, galones: 49.904 }),
  )
  expect([fixed.body.data.km_galon, fixed.body.data.faltas]).toEqual([5.25, []])
  await office.admin.put(`${movimientosPath}/${large.id}/estado`, { estado: 'anulado', motivo: 'Se repitió' })
  expect((await office.admin.get(`${cargasPath}/${large.id}`)).body.data.faltas).toEqual([])
})
