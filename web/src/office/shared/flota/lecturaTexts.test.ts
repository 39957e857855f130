import { expect, test } from 'vitest'
import { goodReadingBelow, lecturaFalta, lecturaFaltaText } from './lecturaTexts.ts'

const before = { fecha: '2026-11-12', km: 100_500 }

test('lecturaFalta: allows 1,500 km a day, both days included', () => {
  expect(lecturaFalta({ fecha: '2026-11-13', km: 103_500 }, before)).toBeNull()
  expect(lecturaFalta({ fecha: '2026-11-13', km: 103_501 }, before)).toBe('KM_SALTO')
  expect(lecturaFalta({ fecha: '2026-11-12', km: 102_000 }, before)).toBeNull()
  expect(lecturaFalta({ fecha: '2026-11-14', km: 100_500 }, before)).toBeNull()
  expect(lecturaFalta({ fecha: '2026-11-14', km: 100_499 }, before)).toBe('KM_MENOR')
})

test('lecturaFaltaText: names the good reading', () => {
  expect(lecturaFaltaText('KM_SALTO', before)).toBe('el kilometraje salta desde 100,500 (12/11/2026)')
  expect(lecturaFaltaText('KM_MENOR', before)).toBe('el kilometraje es menor que 100,500 (12/11/2026)')
})

test('goodReadingBelow: skips readings with a falta', () => {
  const row = { origen: 'carga', origen_id: 1, reinicia: false } as const
  const rows = [
    { ...row, fecha: '2026-11-14', km: 100_900, falta: null },
    { ...row, fecha: '2026-11-13', km: 120_500, falta: 'KM_SALTO' },
    { ...row, ...before, falta: null },
  ] as const
  expect(goodReadingBelow(rows, 0)).toEqual(rows[2])
  expect(goodReadingBelow(rows, 2)).toBeUndefined()
})
