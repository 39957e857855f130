import { defineFields } from '../core/fields.ts'
import { mantenimientoEstados, mantenimientoTipos } from './estados.ts'
import { defineSheet } from './sheets.ts'

/** Work on a truck. */
export const mantenimientoFields = defineFields({
  camion_id: { type: 'id', required: true },
  /** The plate. */
  camion: {
    label: 'Camión',
    type: 'text',
    required: true,
    use: 'read',
    description: 'El camión: su placa y lo que se muestra de él.',
  },
  tipo: { label: 'Tipo', type: 'choice', choices: mantenimientoTipos, anyWhenRead: true, required: true },
  descripcion: { label: 'Descripción', type: 'text', required: true, max: 2000 },
  fecha_programada: {
    label: 'Fecha programada',
    type: 'date',
    required: true,
    description: 'Día, AAAA-MM-DD.',
  },
  fecha_realizada: {
    label: 'Fecha realizada',
    type: 'date',
    description: 'Día, AAAA-MM-DD; null si no hay.',
  },
  kilometraje: {
    label: 'Kilometraje',
    type: 'integer',
    unit: 'km',
    description: 'Kilómetros; null si no hay.',
  },
  costo: { label: 'Costo', type: 'amount', unit: 'Q', description: 'Quetzales; null si no hay.' },
  taller: { label: 'Taller', type: 'text' },
  estado: {
    label: 'Estado',
    type: 'choice',
    choices: mantenimientoEstados,
    anyWhenRead: true,
    required: true,
  },
})

/** Only exported. */
export const mantenimientoSheet = defineSheet(mantenimientoFields, ['camion_id'], {
  camion: { width: 13 },
  tipo: { width: 13 },
  descripcion: { width: 60 },
  fecha_programada: {},
  fecha_realizada: {},
  kilometraje: { width: 14 },
  costo: {},
  taller: { width: 30 },
  estado: { width: 13 },
})
