import { describe, expect, test } from 'vitest'
import { ApiError } from '../../api/ApiError.ts'
import { unsentText } from '../../shell/leftovers/unsentText.ts'
import { nextTripStep } from '../tripSteps.ts'
import { createItem, type OutboxItem, withPendingEstado, withPendingTiempos } from './outboxItems.ts'
import { classifyError } from './sending/classifyError.ts'
import { createReverse } from './sending/createReverse.ts'
import { nextChanges, nextPicture } from './sending/nextItems.ts'
import { statusText } from './statusText.ts'

const now = Date.parse('2026-11-23T13:30:00Z')
const day = 86_400_000
const hora = { hora_dispositivo: '2026-11-23T13:00:00.000Z', desfase_s: 60 }
const ruta = (id: number) => ({ id, no_ruta: `RUTA-${id}`, estado: 'Pendiente', version: 3 })

let itemCount = 0
const item = (rutaId: number, part: object = {}): OutboxItem => {
  itemCount += 1
  const estado = { clase: 'estado', datos: { nuevoEstado: 'En curso', comentario: null } } as const
  return Object.assign(
    createItem({ id: 1, username: 'ana' }, ruta(rutaId), estado, hora),
    { id: itemCount },
    part,
  )
}
const tiempos = (rutaId: number, datos: Record<string, string | null>): OutboxItem =>
  item(rutaId, { clase: 'tiempos', datos, antes: { llegada_carga: null } })
const picture = (rutaId: number, tomado: string, part: object = {}): OutboxItem =>
  item(rutaId, { clase: 'archivo', datos: { clase: 'foto' }, tipo: 'image/jpeg', tomado, ...part })
const refused = { rechazo: { mensaje: 'No.', status: 400 } }

describe('next item', () => {
  test('nextChanges: returns the oldest change of each trip, without pictures', () => {
    const items = [item(1), item(1), item(2), picture(3, '2026-11-23T12:00:00Z')]
    expect(nextChanges(items, now)).toEqual([items[0], items[2]])
  })
  test('nextChanges: skips later items of the same kind and trip when one is rejected, in conflict or expired', () => {
    for (const part of [refused, { conflicto: 'Entregado' }, { clave: 'k', intentado: now - 30 * day }]) {
      const blocked = item(1, part)
      const time = tiempos(1, { llegada_carga: '2026-11-23T13:00:00Z' })
      expect(nextChanges([blocked, item(1), time], now)).toEqual([time])
    }
    const tried = item(1, { clave: 'k', intentado: now - 28 * day })
    expect(nextChanges([tried], now)).toEqual([tried])
  })
  test('nextPicture: returns the oldest picture that is not rejected', () => {
    const late = picture(1, '2026-11-23T12:00:00Z')
    const early = picture(2, '2026-11-23T11:00:00Z')
    expect(nextPicture([late, early, picture(1, '2026-11-23T10:00:00Z', refused)], now)).toBe(early)
  })
})

test('pending items: change the shown trip, and createReverse restores the previous values', () => {
  const first = item(1)
  expect(withPendingEstado(ruta(1), [first]).estado).toBe('En curso')
  expect(withPendingEstado(ruta(2), [first]).estado).toBe('Pendiente')
  expect(createReverse(first, 9, hora)).toMatchObject({
    datos: { nuevoEstado: 'Pendiente', comentario: 'Deshecho' },
    visto: 'En curso',
    version: 9,
    clave: null,
  })
  const time = tiempos(1, { llegada_carga: '2026-11-23T13:00:00Z' })
  expect(withPendingTiempos([time], 1, { llegada_carga: null })).toEqual({
    llegada_carga: '2026-11-23T13:00:00Z',
  })
  expect(createReverse(time, 9, hora)).toMatchObject({ datos: { llegada_carga: null } })
  for (const each of [first, time]) expect(createReverse(each, 9, hora)).not.toHaveProperty('id')
})

test.each([
  [200, '', 'unknown'],
  [403, '', 'unknown'],
  [0, 'SIN_CONEXION', 'unknown'],
  [408, 'TIEMPO', 'unknown'],
  [429, 'DEMASIADOS', 'unknown'],
  [503, 'OCUPADO', 'unknown'],
  [401, 'SESION_EXPIRADA', 'session'],
  [404, 'NO_ENCONTRADO', 'refused'],
  [413, 'MUY_GRANDE', 'refused'],
  [409, 'CONFLICTO', 'refused'],
])('classifyError: maps status %i %s to %s', (status, code, expected) =>
  expect(classifyError(new ApiError({ status, code, message: 'x' }))).toBe(expected),
)

test('classifyError: returns stale only for the message of a stale version', () => {
  const message = 'Otro usuario modificó este registro. Recarga para ver los cambios.'
  expect(classifyError(new ApiError({ status: 409, code: 'CONFLICTO', message }))).toBe('stale')
  expect(classifyError(new TypeError('x'))).toBe('unknown')
})

describe('status bar', () => {
  const line = {
    sending: false,
    connected: true,
    items: [] as OutboxItem[],
    read: Date.parse('2026-11-23T13:23:00Z'),
    failed: false,
    zona: 'America/Guatemala',
    now,
  }
  const waiting = [item(1), item(1), picture(1, '2026-11-23T12:00:00Z')]
  test.each([
    [{ sending: true, connected: false, items: waiting }, 'Enviando…'],
    [{ connected: false, items: waiting }, 'Sin señal · 2 cambios y 1 foto por enviar'],
    [{ items: waiting, failed: true }, '2 cambios y 1 foto por enviar'],
    [{ connected: false }, 'Sin señal · Lo que ves es de las 07:23'],
    [{ connected: false, now: now + day }, 'Sin señal · Lo que ves es del 23/11/2026 07:23'],
    [{ connected: false, read: null }, 'Sin señal'],
    [{ failed: true }, 'No se pudo actualizar. Lo que ves es de las 07:23.'],
    [{}, 'Actualizado a las 07:23'],
  ])('statusText: %j gives %j', (part, expected) => expect(statusText({ ...line, ...part })).toBe(expected))
  test('unsentText: omits kinds without items', () => {
    expect(unsentText(waiting.slice(0, 1))).toBe('1 cambio')
    expect(unsentText(waiting.slice(2))).toBe('1 foto')
  })
})

test('nextTripStep: returns the step after the last recorded time', () => {
  const at = '2026-11-23T13:00:00Z'
  expect(nextTripStep('Incidente', {})).toEqual({ label: 'Seguir viaje', estado: 'En curso' })
  expect(nextTripStep('Pendiente', {})).toEqual({ label: 'Llegué a cargar', tiempo: 'llegada_carga' })
  expect(nextTripStep('Pendiente', { llegada_carga: at })).toEqual({
    label: 'Salí cargado',
    tiempo: 'salida_carga',
    estado: 'En curso',
  })
  expect(nextTripStep('En curso', { salida_carga: at })?.label).toBe('Llegué a descargar')
  expect(nextTripStep('En curso', { llegada_descarga: at })).toEqual({ label: 'Terminé', dialog: 'Entrega' })
  expect(nextTripStep('En curso', { salida_descarga: at })?.label).toBe('Terminé')
  expect(nextTripStep('Entregado', { salida_descarga: at })?.label).toBe('Agregar foto')
  expect(nextTripStep('Otro', {})).toBeNull()
})
