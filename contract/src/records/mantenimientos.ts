import { amount, choice, date, defineFields, required, text, unlabelled } from '../core/fields.ts'
import { mantenimientoEstados, mantenimientoTipos } from './estados.ts'
import { defineSheet } from './sheets.ts'

/** Work on a truck. */
export const mantenimientoFields = defineFields({
  camion_id: unlabelled('id', { required }),
  /** The plate. */
  camion: text('Camión', {
    required,
    use: 'read',
    description: 'El camión: su placa y lo que se muestra de él.',
  }),
  tipo: choice('Tipo', { choices: mantenimientoTipos, anyWhenRead: true, required }),
  descripcion: text('Descripción', { required, max: 2000 }),
  fecha_programada: date('Fecha programada', { required, description: 'Día, AAAA-MM-DD.' }),
  fecha_realizada: date('Fecha realizada', { description: 'Día, AAAA-MM-DD; null si no hay.' }),
  kilometraje: {
    label: 'Kilometraje',
    type: 'integer',
    unit: 'km',
    description: 'Kilómetros; null si no hay.',
  },
  costo: amount('Costo', { unit: 'Q', description: 'Quetzales; null si no hay.' }),
  taller: text('Taller', {}),
  estado: choice('Estado', { choices: mantenimientoEstados, anyWhenRead: true, required }),
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
