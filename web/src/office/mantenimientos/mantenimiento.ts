import { entero, quetzales } from '@flota/contract/format.ts'
import type { AnswerOf } from '../../api/call.ts'
import type { Choice } from '../../form/useCombobox.ts'

export type Mantenimiento = AnswerOf<'GET /api/mantenimientos'>['data'][number]

/** What the form holds. */
export interface Values {
  camion_id: Choice
  tipo: string
  descripcion: string
  fecha_programada: string
  fecha_realizada: string
  kilometraje: string
  costo: string
  taller: string
  estado: string
}

export const newValues: Values = {
  camion_id: { id: null, text: '' },
  tipo: 'Preventivo',
  descripcion: '',
  fecha_programada: '',
  fecha_realizada: '',
  kilometraje: '',
  costo: '',
  taller: '',
  estado: 'Programado',
}

export const valuesOf = (row: Mantenimiento): Values => ({
  camion_id: { id: row.camion_id, text: row.camion },
  tipo: row.tipo,
  descripcion: row.descripcion,
  fecha_programada: row.fecha_programada,
  fecha_realizada: row.fecha_realizada ?? '',
  kilometraje: row.kilometraje === null ? '' : entero(row.kilometraje),
  costo: row.costo === null ? '' : quetzales(row.costo).slice(1),
  taller: row.taller ?? '',
  estado: row.estado,
})
