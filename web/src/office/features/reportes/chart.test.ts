import { periodsBetween } from '@flota/contract/core/calendar.ts'
import { expect, test } from 'vitest'
import {
  groupByPeriodo,
  labelInterval,
  labelWidthPx,
  maxBars,
  periodoLabel,
  scaleMarks,
  toSlots,
} from './chart.ts'

const row = (periodo: string, ingresos_totales = 1) => ({
  periodo,
  total_rutas: 1,
  rutas_pendientes: 0,
  rutas_en_curso: 0,
  rutas_entregadas: 1,
  rutas_incidentes: 0,
  ingresos_totales,
})
const open = { fechaInicio: '', fechaFin: '' }
const drawn = (...args: Parameters<typeof toSlots>) =>
  toSlots(...args).map(({ periodo, row: found }) => (found ? periodo : `(${periodo})`))

test('toSlots: returns oldest first, with a slot for each period without trips', () => {
  expect(drawn([row('2026-11-05'), row('2026-11-02')], open)).toEqual([
    '2026-11-02',
    '(2026-11-03)',
    '(2026-11-04)',
    '2026-11-05',
  ])
  expect(drawn([row('2026')], open)).toEqual(['2026'])
  expect(drawn([], { fechaInicio: '2026-11-01', fechaFin: '2026-11-30' })).toEqual([])
})

test('toSlots: covers the requested range when it has few enough periods', () => {
  const week = { fechaInicio: '2026-11-16', fechaFin: '2026-11-18' }
  expect(drawn([row('2026-11-17')], week)).toEqual(['(2026-11-16)', '2026-11-17', '(2026-11-18)'])
  expect(drawn([row('2026-11')], { ...week, fechaFin: '2027-01-03' })).toEqual([
    '2026-11',
    '(2026-12)',
    '(2027-01)',
  ])
  expect(drawn([row('2026-11-17')], { fechaInicio: '1990-01-01', fechaFin: '' })).toEqual(['2026-11-17'])
})

test('toSlots: groups by month or year when there are too many slots', () => {
  const days = periodsBetween('2026-01-01', '2026-12-31').toReversed()
  const months = toSlots(
    days.map((day) => row(day, 0.1)),
    open,
  )
  expect(months).toHaveLength(12)
  expect(months[0]?.row).toMatchObject({ periodo: '2026-01', total_rutas: 31, ingresos_totales: 3.1 })
  expect(drawn([row('2026-11-20'), row('1990-01-01')], open)).toHaveLength(37)
  expect(
    toSlots(
      days.slice(0, maxBars).map((day) => row(day)),
      open,
    ),
  ).toHaveLength(maxBars)
})

test('groupByPeriodo: adds days up to months, to the cent', () => {
  const rows = [row('2026-12-01', 5), row('2026-11-20', 0.1), row('2026-11-02', 0.2)]
  expect(groupByPeriodo(rows, 'mes')).toEqual([
    row('2026-12', 5),
    { ...row('2026-11', 0.3), total_rutas: 2, rutas_entregadas: 2 },
  ])
})

test.each([
  [0, [0, 0.25, 0.5, 0.75, 1]],
  [7, [0, 2, 4, 6, 8]],
  [8, [0, 2, 4, 6, 8]],
  [100, [0, 25, 50, 75, 100]],
  [101, [0, 50, 100, 150]],
  [812_345.67, [0, 250_000, 500_000, 750_000, 1_000_000]],
])('scaleMarks: covers %d', (max, marks) => expect(scaleMarks(max, 4)).toEqual(marks))

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [9, [0, 5, 10]],
  [312, [0, 100, 200, 300, 400]],
])('scaleMarks: uses whole steps for %d', (max, marks) =>
  expect(scaleMarks(max, 4, { whole: true })).toEqual(marks),
)

test('scaleMarks: covers the maximum in at most the requested number of steps', () => {
  for (let max = 1; max < 1e9; max *= 1.37)
    for (const whole of [true, false]) {
      const marks = scaleMarks(max, 3, { whole })
      expect(marks.length).toBeLessThanOrEqual(4)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(max)
    }
})

test('labelWidthPx: grows with the longest figure', () => {
  expect(labelWidthPx([''])).toBeLessThan(labelWidthPx(['9']))
  expect(labelWidthPx(['1', '2,361', '40'])).toBe(labelWidthPx(['2,361']))
})

test('labelInterval: labels as many periods as fit', () => {
  expect(labelInterval(120, 44)).toBe(1)
  expect(labelInterval(30, 44)).toBe(2)
  expect(labelInterval(8, 44)).toBe(6)
  expect(['2026-11-20', '2026-11', '2026'].map(periodoLabel)).toEqual(['20/11', 'nov 2026', '2026'])
})
