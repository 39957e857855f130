import { describe, expect, test } from 'vitest'
import { always, rangeOf, spansOf } from './periods.ts'

const dayMs = 86_400_000
const daysIn = (desde: string, hasta: string): string[] => {
  const days: string[] = []
  for (let time = Date.parse(desde); time <= Date.parse(hasta); time += dayMs) {
    days.push(new Date(time).toISOString().slice(0, 10))
  }
  return days
}

describe('the days of a period', () => {
  test.each([
    ['dia', '2026-11-20', '2026-11-20', '2026-11-20'],
    ['dia', '0001-01-01', '0001-01-01', '0001-01-01'],
    ['dia', '2024-02-29', '2024-02-29', '2024-02-29'],
    ['mes', '2026-11', '2026-11-01', '2026-11-30'],
    ['mes', '2026-12', '2026-12-01', '2026-12-31'],
    ['mes', '2024-02', '2024-02-01', '2024-02-29'],
    ['mes', '2026-02', '2026-02-01', '2026-02-28'],
    ['mes', '1900-02', '1900-02-01', '1900-02-28'],
    ['mes', '2000-02', '2000-02-01', '2000-02-29'],
    ['mes', '0004-02', '0004-02-01', '0004-02-29'],
    ['mes', '0001-01', '0001-01-01', '0001-01-31'],
    ['mes', '9999-12', '9999-12-01', '9999-12-31'],
    ['anio', '2026', '2026-01-01', '2026-12-31'],
    ['anio', '0001', '0001-01-01', '0001-12-31'],
    ['anio', '9999', '9999-01-01', '9999-12-31'],
  ] as const)('%s %s', (tipo, periodo, desde, hasta) => {
    expect(rangeOf(tipo, periodo)).toEqual({ desde, hasta })
  })

  test.each([
    ['dia', '2026-11'],
    ['dia', '2026'],
    ['dia', '2026-02-29'],
    ['dia', '2026-11-31'],
    ['dia', '0000-01-01'],
    ['dia', '20/11/2026'],
    ['mes', '2026-11-20'],
    ['mes', '2026'],
    ['mes', '2026-13'],
    ['mes', '2026-00'],
    ['mes', '0000-05'],
    ['mes', '2026-1'],
    ['anio', '2026-11'],
    ['anio', '2026-11-20'],
    ['anio', '0000'],
    ['anio', '26'],
    ['anio', '12026'],
    ['anio', '-2026'],
    ['anio', 'dos mil'],
  ] as const)('%s %s is none', (tipo, periodo) => {
    expect(rangeOf(tipo, periodo)).toBeUndefined()
  })
})

describe('where the totals of a range stand', () => {
  test('everything is whole months', () => {
    expect(spansOf('mes', always)).toEqual([{ nivel: 'mes', desde: '0001-01-01', hasta: '9999-12-01' }])
    expect(spansOf('dia', always)).toEqual([{ nivel: 'dia', ...always }])
  })

  test('every day of a range stands in exactly one span, and no other day does', () => {
    const days = daysIn('2023-12-01', '2024-04-02')
    for (const [index, desde] of days.entries()) {
      for (const hasta of days.slice(index)) {
        const covered = spansOf('anio', { desde, hasta }).flatMap((span) =>
          span.nivel === 'dia'
            ? daysIn(span.desde, span.hasta)
            : daysIn(span.desde, span.hasta)
                .filter((day) => day.endsWith('-01'))
                .flatMap((day) => daysIn(day, rangeOf('mes', day.slice(0, 7))!.hasta)),
        )
        expect(covered.toSorted()).toEqual(daysIn(desde, hasta))
      }
    }
  })

  test('the last days of the year 9999 and the first of the year 1', () => {
    expect(spansOf('mes', { desde: '9999-12-31', hasta: '9999-12-31' })).toEqual([
      { nivel: 'dia', desde: '9999-12-31', hasta: '9999-12-31' },
    ])
    expect(spansOf('mes', { desde: '9999-11-30', hasta: '9999-12-31' })).toEqual([
      { nivel: 'mes', desde: '9999-12-01', hasta: '9999-12-01' },
      { nivel: 'dia', desde: '9999-11-30', hasta: '9999-11-30' },
    ])
    expect(spansOf('mes', { desde: '0001-01-01', hasta: '0001-02-01' })).toEqual([
      { nivel: 'mes', desde: '0001-01-01', hasta: '0001-01-01' },
      { nivel: 'dia', desde: '0001-02-01', hasta: '0001-02-01' },
    ])
  })
})
