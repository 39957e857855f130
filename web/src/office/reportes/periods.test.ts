import { expect, test } from 'vitest'
import { countBetween, daysOf, groupBy, isPeriodo, periodoOf, periodsBetween, tipoOf } from './periods.ts'

test('a period tells of what kind it is', () => {
  expect(['2026-11-20', '2026-11', '2026'].map(tipoOf)).toEqual(['dia', 'mes', 'anio'])
  expect(periodoOf('2026-11-20', 'mes')).toBe('2026-11')
  expect(periodoOf('2026-11-20', 'anio')).toBe('2026')
})

test.each(['2026-02-31', '2026-13', '2026-00', '26', '2026-1', '2026-11-20-01', 'noviembre', ''])(
  '%j is no period',
  (text) => expect(isPeriodo(text)).toBe(false),
)
test.each(['2028-02-29', '2026-12', '9999'])('%j is a period', (text) => expect(isPeriodo(text)).toBe(true))

test('a period has its first and its last day', () => {
  expect(daysOf('2026-11-20')).toEqual({ desde: '2026-11-20', hasta: '2026-11-20' })
  expect(daysOf('2028-02')).toEqual({ desde: '2028-02-01', hasta: '2028-02-29' })
  expect(daysOf('2026-12')).toEqual({ desde: '2026-12-01', hasta: '2026-12-31' })
  expect(daysOf('9999')).toEqual({ desde: '9999-01-01', hasta: '9999-12-31' })
})

test('periods follow each other over the ends of months and years', () => {
  expect(periodsBetween('2026-12-30', '2027-01-02')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ])
  expect(periodsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(periodsBetween('2024', '2026')).toEqual(['2024', '2025', '2026'])
  expect(periodsBetween('2026', '2024')).toEqual([])
  expect(countBetween('2026-01-01', '2026-12-31')).toBe(365)
})

test('days add up to months, to the cent', () => {
  const row = (periodo: string, ingresos_totales: number) => ({
    periodo,
    total_rutas: 3,
    rutas_pendientes: 1,
    rutas_en_curso: 0,
    rutas_entregadas: 2,
    rutas_incidentes: 0,
    ingresos_totales,
  })
  const rows = [row('2026-12-01', 5), row('2026-11-20', 0.1), row('2026-11-02', 0.2)]
  expect(groupBy(rows, 'mes')).toEqual([
    row('2026-12', 5),
    { ...row('2026-11', 0.3), total_rutas: 6, rutas_pendientes: 2, rutas_entregadas: 4 },
  ])
})
