import { expect, test } from 'vitest'
import { clientMessage, pilotMessage, whatsappDigits, whatsappHref } from './whatsapp.ts'

test.each([
  ['5555-1234', '50255551234'],
  [' 5555 1234 ', '50255551234'],
  ['50255551234', '50255551234'],
  ['+502 5555-1234', '50255551234'],
  ['(+502) 5555.1234', '50255551234'],
  ['00502 5555 1234', '50255551234'],
  ['+503 7777 8888', '50377778888'],
  ['+1 (305) 555-0100', '13055550100'],
  ['+12345678', '12345678'],
  ['+123456789012345', '123456789012345'],
  ['123', undefined],
  ['', undefined],
  ['sin teléfono', undefined],
  ['503 7777 8888', undefined],
  ['5555-1234 / 5555-4321', undefined],
  ['+1234567', undefined],
  ['+1234567890123456', undefined],
  ['00123456', undefined],
  ['5555+1234', undefined],
])('whatsappDigits: %s becomes %s', (telefono, digitos) => {
  expect(whatsappDigits(telefono)).toBe(digitos)
})

const viaje = {
  no_ruta: 'RUTA-9006',
  fecha: '2026-11-24',
  hora: '12:00:00',
  origen: 'Puerto Quetzal',
  destino: 'Cobán',
  cliente_nombre: 'Ñandú',
  cliente_apellido: 'Éxito',
  camion_placa: 'C-494CFH',
  servicio: 'Flete',
  mercaderia: 'Azúcar & sal',
  piloto_nombre: 'Óscar',
  piloto_apellido: 'Ñáñez',
  ayudante_nombre: null,
  ayudante_apellido: null,
  comentario: null,
  estado: 'En curso',
  precio: 1250,
}
const begin = 'Ruta 9006 · 24/11/2026 12:00 · Puerto Quetzal → Cobán · Ñandú Éxito · Camión C-494CFH'

test('pilotMessage: describes the trip', () => {
  expect(pilotMessage(viaje)).toBe(`${begin} · Flete · Azúcar & sal`)
  const whole = { ...viaje, ayudante_nombre: 'José', ayudante_apellido: 'Paz', comentario: 'Por la 9' }
  expect(pilotMessage(whole)).toBe(`${begin} · Flete · Azúcar & sal · Ayudante José Paz · Por la 9`)
})

test('clientMessage: says that the cargo has left, without the details for the pilot', () => {
  expect(clientMessage({ ...viaje, comentario: 'Cobrar antes' })).toBe(
    `Su carga salió. ${begin} · Azúcar & sal · Piloto Óscar Ñáñez`,
  )
})

test('clientMessage: names the recipient when the trip is delivered', () => {
  const entregado = { ...viaje, estado: 'Entregado' }
  const told = `Su carga fue entregada. ${begin} · Azúcar & sal · Piloto Óscar Ñáñez`
  expect(clientMessage(entregado, 'Ana López')).toBe(`${told} · Recibió Ana López`)
  for (const recibio of [null, '']) expect(clientMessage(entregado, recibio)).toBe(told)
  expect(clientMessage(viaje, 'Ana López')).not.toContain('Ana')
})

test('pilotMessage: is cut to 900 characters', () => {
  const exact = 900 - [...pilotMessage({ ...viaje, comentario: '' })].length - 3
  expect(pilotMessage({ ...viaje, comentario: 'x'.repeat(exact) })).toMatch(/x$/)
  const cut = pilotMessage({ ...viaje, comentario: '🚚'.repeat(2000) })
  expect([...cut]).toHaveLength(900)
  expect(cut).toMatch(/🚚…$/)
})

test('whatsappHref: keeps the text exactly', () => {
  const link = new URL(whatsappHref('50255551234', `${begin} & más`))
  expect([link.origin + link.pathname, link.searchParams.get('text')]).toEqual([
    'https://wa.me/50255551234',
    `${begin} & más`,
  ])
})
