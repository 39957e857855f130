import { expect, test } from 'vitest'
import { nowIn } from '../core/dates.ts'
import { lapseInWords, lateMinutesOf } from './retraso.ts'

const at = (moment: string) => {
  const ms = Date.parse(moment)
  return { ms, local: nowIn('America/Guatemala', ms) }
}

test.each([
  ['2026-11-20', '08:30:00', '2026-11-20T14:30:59Z', 0],
  ['2026-11-20', '08:30:00', '2026-11-20T14:31:00Z', 1],
  ['2026-11-20', '23:59:00', '2026-11-21T05:59:59Z', 0],
  ['2026-11-20', '23:59:59', '2026-11-21T06:00:00Z', 1],
  ['2026-11-21', '00:00:00', '2026-11-21T05:59:59Z', 0],
  ['2026-11-21', '00:00:00', '2026-11-21T06:00:00Z', 0],
  ['2026-11-21', '00:00:00', '2026-11-21T06:01:00Z', 1],
  ['2026-12-31', '23:00:00', '2027-01-01T06:00:00Z', 60],
])('lateMinutesOf: for a pilot, %s %s at %s is late by %s min', (fecha, hora, moment, minutes) => {
  expect(lateMinutesOf({ estado: 'Pendiente', fecha, hora }, at(moment))).toBe(minutes)
  expect(lateMinutesOf({ estado: 'En curso', fecha, hora }, at(moment))).toBe(0)
})

// Arrives at 23:30, so it starts before its hora. In Guatemala it ends just before midnight.
const trip = {
  inicio: '2026-11-21T01:30:00.000Z',
  fin: '2026-11-21T05:30:00.000Z',
  fecha: '2026-11-20',
  hora: '23:30:00',
}

test.each([
  ['Pendiente', '2026-11-21T01:30:59Z', 0],
  ['Pendiente', '2026-11-21T01:31:00Z', 1],
  ['En curso', '2026-11-21T05:30:59Z', 0],
  ['En curso', '2026-11-21T05:31:00Z', 1],
  ['En curso', '2026-11-21T06:05:00Z', 35],
  ['Entregado', '2026-11-25T00:00:00Z', 0],
  ['Incidente', '2026-11-25T00:00:00Z', 0],
  ['Otro', '2026-11-25T00:00:00Z', 0],
])('lateMinutesOf: %s at %s is late by %s min', (estado, moment, minutes) =>
  expect(lateMinutesOf({ estado, ...trip }, at(moment))).toBe(minutes),
)

test('lateMinutesOf: returns 0 while the current time is unknown', () =>
  expect(lateMinutesOf({ estado: 'Pendiente', ...trip }, undefined)).toBe(0))

test.each([
  [1, '1 min'],
  [59, '59 min'],
  [60, '1 h'],
  [2879, '47 h'],
  [2880, '2 días'],
  [4319, '2 días'],
  [4320, '3 días'],
])('lapseInWords: %s minutes are %s', (minutes, said) => expect(lapseInWords(minutes)).toBe(said))
