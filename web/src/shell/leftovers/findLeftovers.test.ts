import { expect, test } from 'vitest'
import { findLeftovers } from './findLeftovers.ts'
import type { UnsentItem } from './inOutbox.ts'

const now = Date.parse('2026-11-23T13:30:00Z')
const daysAgo = (days: number) => new Date(now - days * 86_400_000 - 1000).toISOString()

const nobody = () => false

let itemCount = 0
const item = (usuario_id: number, days: number, clase = 'estado'): UnsentItem => ({
  id: ++itemCount,
  usuario_id,
  usuario: `user${usuario_id}`,
  guardado: daysAgo(days),
  clase,
  datos: { hora_dispositivo: daysAgo(days) },
})
const ofOlderRelease = (more: Partial<UnsentItem>): UnsentItem => ({
  id: ++itemCount,
  usuario_id: 2,
  clase: 'estado',
  datos: {},
  ...more,
})

test("findLeftovers: returns other users' items of more than 30 days, by user", () => {
  const [first, photo, recent] = [item(2, 31), item(2, 30, 'archivo'), item(2, 29)]
  const third = item(3, 400)
  const stored = [item(1, 60), first, third, photo, recent, item(4, 3, 'archivo')]
  expect(findLeftovers(stored, 1, now, nobody)).toEqual([
    { usuario: 'user2', isInactive: false, items: [first, photo], desde: daysAgo(31), hasta: daysAgo(30) },
    { usuario: 'user3', isInactive: false, items: [third], desde: daysAgo(400), hasta: daysAgo(400) },
  ])
  expect(findLeftovers([], 1, now, nobody)).toEqual([])
})

test('findLeftovers: dates items of older releases by the times in them, and names no user', () => {
  const items = [
    ofOlderRelease({ datos: { hora_dispositivo: daysAgo(40), comentario: 'Volví' } }),
    ofOlderRelease({ clase: 'archivo', tomado: daysAgo(90) }),
    ofOlderRelease({ clase: 'tiempos', datos: { llegada_carga: daysAgo(50), salida_carga: null } }),
  ]
  expect(findLeftovers([...items, ofOlderRelease({})], 1, now, nobody)).toEqual([
    { usuario: 'otro usuario', isInactive: false, items, desde: daysAgo(90), hasta: daysAgo(40) },
  ])
})

test("findLeftovers: returns an inactive user's items of any age, but not one's own", () => {
  const [own, today, undated] = [item(1, 0), item(2, 0), ofOlderRelease({ usuario_id: 3 })]
  const stored = [own, today, undated, item(4, 0)]
  expect(findLeftovers(stored, 1, now, (id) => id < 4)).toEqual([
    { usuario: 'user2', isInactive: true, items: [today], desde: daysAgo(0), hasta: daysAgo(0) },
    { usuario: 'otro usuario', isInactive: true, items: [undated], desde: '', hasta: '' },
  ])
})
