import { describe, expect, test } from 'vitest'
import type { Availability } from './availability.ts'
import { activityOf, dayOf, dayOfMinute, minutesADay, weekdayFromSunday } from './calendar.ts'
import { makeDemo } from './company.ts'
import { distance } from './lugares.ts'
import { makeUsuarios } from './usuarios.ts'
import type { DemoTrip } from './viajes.ts'

const today = dayOf('2026-11-20')
const demo = makeDemo({ seed: 1, today, rutas: 3000 })

/** Who is on two trips at once, by id. */
const overlaps = (
  viajes: readonly DemoTrip[],
  who: (viaje: DemoTrip) => Availability | undefined,
): number[] => {
  const busyUntil = new Map<number, number>()
  return viajes
    .toSorted((a, b) => a.left - b.left)
    .flatMap((viaje) => {
      const one = who(viaje)
      if (!one) return []
      const clash = (busyUntil.get(one.id) ?? 0) > viaje.left
      busyUntil.set(one.id, Math.max(viaje.back, busyUntil.get(one.id) ?? 0))
      return clash ? [one.id] : []
    })
}

test('company: is equal when seed, day and size are equal', () => {
  const again = makeDemo({ seed: 1, today, rutas: 3000 })
  expect(JSON.stringify(again)).toBe(JSON.stringify(demo))
  expect(makeUsuarios(again)).toEqual(makeUsuarios(demo))
  const another = makeDemo({ seed: 2, today, rutas: 3000 })
  expect(JSON.stringify(another)).not.toBe(JSON.stringify(demo))
})

test.each([1, 7, 49, 600, 20_000])('company: has %d trips when asked for as many', (rutas) => {
  const { viajes, deleted } = makeDemo({ seed: 3, today, rutas })
  expect(viajes.length - deleted.size).toBe(rutas)
})

// A Friday, a Sunday, Good Friday, New Year, and the day that most years do not have.
describe.each(['2026-11-20', '2026-11-22', '2027-03-26', '2027-01-01', '2028-02-29'])('on %s', (fecha) => {
  const day = dayOf(fecha)
  const { viajes, moment, twice, ...people } = makeDemo({ seed: 5, today: day, rutas: 2000 })
  const { choferes, camiones, ayudantes } = people

  test('trips: no pilot, helper or truck has two at the same time', () => {
    expect(overlaps(viajes, ({ chofer }) => chofer)).toEqual([])
    const others = viajes.filter((viaje) => viaje !== twice)
    expect(overlaps(others, ({ camion }) => camion)).toEqual([])
    expect(overlaps(viajes, ({ ayudante }) => ayudante)).toEqual([])
  })

  test('pilots and trucks: have trips only while they are employed or owned', () => {
    const wrong = viajes.filter(({ left, chofer, camion, ayudante }) =>
      [chofer, camion, ayudante].some(
        (one) => one && (dayOfMinute(left) < one.first - 1 || dayOfMinute(left) > one.last),
      ),
    )
    expect(wrong).toEqual([])
  })

  test('trips: are of the last two years and the next days, none on a holiday', () => {
    const days = viajes.map((viaje) => viaje.day)
    expect(Math.min(...days)).toBeGreaterThanOrEqual(day - 730)
    expect(Math.max(...days)).toBeLessThanOrEqual(day + 5)
    expect(days.filter((each) => activityOf(each) === 0)).toEqual([])
  })

  test('licences: some have expired, some expire soon, and no trip lacks a valid one', () => {
    const inDays = choferes.map(({ vencimiento }) => vencimiento - day)
    expect(inDays.some((days) => days < 0)).toBe(true)
    expect(inDays.some((days) => days >= 0 && days <= 30)).toBe(true)
    expect(viajes.filter(({ day: on, chofer }) => on > chofer.vencimiento + 1)).toEqual([])
    expect(viajes.filter((v) => v.chofer.tipo_licencia === 'B' && v.camion.tipo !== 'Panel')).toEqual([])
  })

  test('moment: is on the given day, with people and trucks left', () => {
    expect(dayOfMinute(moment)).toBe(day)
    expect([choferes, camiones, ayudantes].every((list) => list.length > 4)).toBe(true)
  })
})

test('trips: are more on weekdays than Sundays, and in December than June', () => {
  const on = (wanted: (day: number) => boolean) => demo.viajes.filter(({ day }) => wanted(day)).length
  expect(on((day) => weekdayFromSunday(day) === 0)).toBeLessThan(
    on((day) => weekdayFromSunday(day) === 5) / 3,
  )
  expect(on((day) => day >= dayOf('2025-12-01') && day < dayOf('2025-12-24'))).toBeGreaterThan(
    on((day) => day >= dayOf('2025-06-01') && day < dayOf('2025-06-24')),
  )
})

test('trips: cost more, burn more and take longer when the way is longer', () => {
  const heavy = demo.viajes.filter(({ camion }) => camion.tipo === 'Cabezal')
  const mean = (some: DemoTrip[], of: (viaje: DemoTrip) => number) =>
    some.reduce((sum, v) => sum + of(v), 0) / some.length
  const near = heavy.filter(({ km }) => km < 120)
  const far = heavy.filter(({ km }) => km > 240)
  for (const of of [
    ({ precio }: DemoTrip) => precio,
    ({ combustible }: DemoTrip) => combustible ?? 0,
    ({ left, eta }: DemoTrip) => eta - left,
  ]) {
    expect(mean(far, of)).toBeGreaterThan(mean(near, of) * 1.8)
  }
  expect(demo.viajes.every(({ back, left }) => back - left < 3 * minutesADay)).toBe(true)
})

test.each([
  ['Guatemala, zona 12', 'Puerto Quetzal', 90, 115],
  ['Guatemala', 'Quetzaltenango', 195, 210],
  ['Guatemala', 'Puerto Barrios', 285, 310],
  ['Escuintla', 'Retalhuleu', 120, 140],
  ['Huehuetenango', 'Quetzaltenango', 60, 300],
  ['Guatemala', 'Flores', 460, 520],
])('from %s to %s it is %d to %d kilometres', (from, to, least, most) => {
  expect(distance(from, to)).toBeGreaterThanOrEqual(least)
  expect(distance(from, to)).toBeLessThanOrEqual(most)
  expect(distance(to, from)).toBe(distance(from, to))
})
