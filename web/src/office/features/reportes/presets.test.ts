import { expect, test } from 'vitest'
import { presets, presetTipo } from './presets.ts'

const at = (hoy: string) => Object.fromEntries(presets.map(({ label, range }) => [label, range(hoy)]))

test('presets: return their ranges for a Friday', () => {
  expect(at('2026-11-20')).toEqual({
    'Esta semana': { fechaInicio: '2026-11-16', fechaFin: '2026-11-22' },
    'Este mes': { fechaInicio: '2026-11-01', fechaFin: '2026-11-30' },
    'Mes pasado': { fechaInicio: '2026-10-01', fechaFin: '2026-10-31' },
    'Este año': { fechaInicio: '2026-01-01', fechaFin: '2026-12-31' },
    Todo: { fechaInicio: '', fechaFin: '' },
  })
})

test("presets: 'Esta semana' begins on Monday, also across the turn of the year", () => {
  expect(at('2026-11-16')['Esta semana']?.fechaInicio).toBe('2026-11-16')
  expect(at('2026-11-22')['Esta semana']?.fechaInicio).toBe('2026-11-16')
  expect(at('2027-01-01')['Esta semana']).toEqual({ fechaInicio: '2026-12-28', fechaFin: '2027-01-03' })
})

test("presets: 'Mes pasado' covers the whole month", () => {
  expect(at('2028-03-31')['Mes pasado']).toEqual({ fechaInicio: '2028-02-01', fechaFin: '2028-02-29' })
  expect(at('2027-01-05')['Mes pasado']).toEqual({ fechaInicio: '2026-12-01', fechaFin: '2026-12-31' })
})

test('presetTipo: keeps the type unless the report would have one row', () => {
  const [, month, , year, all] = presets
  expect(presetTipo(month!, 'mes')).toBe('dia')
  expect(presetTipo(month!, 'dia')).toBe('dia')
  expect(presetTipo(year!, 'mes')).toBe('mes')
  expect(presetTipo(year!, 'anio')).toBe('mes')
  expect(presetTipo(all!, 'anio')).toBe('anio')
})
