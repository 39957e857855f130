import { isRealDate } from '@flota/contract/core/calendar.ts'
import { fullName } from '@flota/contract/core/format.ts'
import type { Values } from '../../../../form/FieldSpec.ts'
import { parseHora } from '../../../../form/parseInput.ts'

/** A free truck or pilot at a day and hour, as the board's links name them. */
export interface BoardSlot {
  record: { column: keyof typeof slotLines; id: string } | undefined
  start: Values
  /** Key of the draft. */
  draft: string
}

/** Calls that return a record's name. */
export const slotLines = { camion_id: 'GET /api/camiones/:id', chofer_id: 'GET /api/choferes/:id' } as const
const slotColumns = ['camion_id', 'chofer_id'] as const

/** Returns the slot of an address; null if it names none. */
export function parseBoardSlot(search: URLSearchParams): BoardSlot | null {
  const column = slotColumns.find((each) => /^[1-9]\d*$/.test(search.get(each) ?? ''))
  const [fecha = '', hora = ''] = ['fecha', 'hora'].map((name) => search.get(name) ?? '')
  const start = {
    ...(isRealDate(fecha) && { fecha }),
    ...(parseHora(hora) !== null && { hora }),
  }
  if (!column && Object.keys(start).length === 0) return null
  return {
    record: column && { column, id: search.get(column) ?? '' },
    start,
    draft: `tablero ${[column, column && search.get(column), fecha, hora].join(' ')}`,
  }
}

/** A truck or a pilot. */
export type NamedRecord = { placa: string } | { nombre: string; apellido: string }

export const nameOfRecord = (row: NamedRecord) =>
  'placa' in row ? row.placa : fullName(row.nombre, row.apellido)
