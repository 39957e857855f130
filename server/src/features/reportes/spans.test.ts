import { dayRangeOf, periodsBetween } from '@flota/contract/core/calendar.ts'
import { describe, expect, test } from 'vitest'
import { rangeOf, spansOf } from './queries.ts'

describe('spansOf', () => {
  test('spansOf: an unbounded range is whole months', () => {
    expect(spansOf('mes', rangeOf())).toEqual([{ nivel: 'mes', desde: '0001-01-01', hasta: '9999-12-01' }])
    expect(spansOf('dia', rangeOf())).toEqual([{ nivel: 'dia', ...rangeOf() }])
  })

  test('spansOf: every day of a range belongs to exactly one span, and no other day does', () => {
    const days = periodsBetween('2023-12-01', '2024-04-02')
    for (const [index, desde] of days.entries()) {
      for (const [length, hasta] of days.slice(index).entries()) {
        const covered = spansOf('anio', { desde, hasta }).flatMap((span) =>
          span.nivel === 'dia'
            ? periodsBetween(span.desde, span.hasta)
            : periodsBetween(span.desde, span.hasta)
                .filter((day) => day.endsWith('-01'))
                .flatMap((day) => periodsBetween(day, dayRangeOf(day.slice(0, 7)).hasta)),
        )
        expect(covered.toSorted()).toEqual(days.slice(index, index + length + 1))
      }
    }
  })

  test('spansOf: handles the last days of year 9999 and the first of year 1', () => {
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
