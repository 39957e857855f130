import { expect, test } from 'vitest'
import type { BoardRow, BoardTrip } from '../boardRows.ts'
import { clashesAtDrop, draggedStart } from './dropPosition.ts'

const day = { dia: '2027-05-12', zona: 'America/Guatemala' }

test.each([
  ['keeps the hour when dragged less than a step', 610, 14, 610],
  ['snaps to a quarter of an hour when dragged further', 610, 50, 660],
  ['stops at the start of the shown day', 120, -500, 0],
  ['stops a step before the next day', 1200, 500, 1425],
  ['keeps a trip of the day before when dragged to the left', -120, -60, -120],
  ['moves a trip of the day before into the shown day when dragged to the right', -120, 60, 0],
])('draggedStart: %s', (_, start, dragged, after) => expect(draggedStart(start, dragged)).toBe(after))

/** 08:00 to 12:00. */
const aTrip = (id: number, values: Partial<BoardTrip> = {}): BoardTrip => ({
  id,
  no_ruta: `RUTA-${id}`,
  desde: '2027-05-12T14:00:00.000Z',
  hasta: '2027-05-12T18:00:00.000Z',
  cliente: 'La Fragua',
  destino: 'Cobán',
  chofer_id: id,
  piloto: 'José',
  ayudante_id: null,
  estado: 'Pendiente',
  version: 1,
  avisos: [],
  ...values,
})

test('clashesAtDrop: returns overlapping open trips, ignoring touching ends and closed trips', () => {
  const dragged = aTrip(1, { chofer_id: 7, ayudante_id: 9 })
  const filas: BoardRow[] = [
    { id: 10, nombre: 'C-1', viajes: [dragged] },
    { id: 20, nombre: 'C-2', viajes: [aTrip(2), aTrip(3, { chofer_id: 7, estado: 'Entregado' })] },
    { id: 30, nombre: 'C-3', viajes: [aTrip(4, { chofer_id: 7, ayudante_id: 9 })] },
  ]
  const at = (fila: number, start: number) =>
    clashesAtDrop({ viaje: dragged, at: { fila, start } }, { filas, ...day })
  expect(at(20, 480)).toEqual(['CAMION_OCUPADO', 'PILOTO_OCUPADO', 'AYUDANTE_OCUPADO'])
  expect(at(10, 480)).toEqual(['PILOTO_OCUPADO', 'AYUDANTE_OCUPADO'])
  expect(at(20, 720)).toEqual([])
  expect(at(20, 719)).toHaveLength(3)
})

test('clashesAtDrop: compares the row by pilot and the truck by plate when rows are pilots', () => {
  const dragged = aTrip(1, { placa: 'C-1' })
  const filas: BoardRow[] = [
    { id: 1, nombre: 'Ana', viajes: [dragged] },
    { id: 2, nombre: 'José', viajes: [aTrip(2, { placa: 'C-2' })] },
    { id: 3, nombre: 'Óscar', viajes: [aTrip(3, { placa: 'C-1' })] },
  ]
  const at = (fila: number) => clashesAtDrop({ viaje: dragged, at: { fila, start: 480 } }, { filas, ...day })
  expect(at(2)).toEqual(['CAMION_OCUPADO', 'PILOTO_OCUPADO'])
  expect(at(1)).toEqual(['CAMION_OCUPADO'])
})
