import { amount, choice, date, defineFields, required, text, unlabelled } from '../core/fields.ts'
import { mantenimientoEstados, mantenimientoTipos } from './estados.ts'
import { defineSheet } from './sheets.ts'

/** Work on a truck. */
export const mantenimientoFields = defineFields({
  camion_id: unlabelled('id', { required, description: 'Id del camión.' }),
  /** The plate. */
  camion: text('Camión', {
    required,
    use: 'read',
    description: 'Placa del camión.',
  }),
  tipo: choice('Tipo', {
    choices: mantenimientoTipos,
    anyWhenRead: true,
    required,
    description: 'Si es `Preventivo` o `Correctivo`.',
  }),
  descripcion: text('Descripción', { required, max: 2000, description: 'Qué trabajo se hace.' }),
  fecha_programada: date('Fecha programada', {
    required,
    description: 'Día para el que se programó, AAAA-MM-DD.',
  }),
  fecha_realizada: date('Fecha realizada', {
    description: 'Día en que se hizo, AAAA-MM-DD; null si no hay.',
  }),
  kilometraje: {
    label: 'Kilometraje',
    type: 'integer',
    unit: 'km',
    description: 'Kilómetros del odómetro al hacerlo; null si no se anotó.',
  },
  costo: amount('Costo', { unit: 'Q', description: 'Quetzales que costó; null si no se sabe.' }),
  taller: text('Taller', { description: 'Nombre del taller; null si no se anotó.' }),
  estado: choice('Estado', {
    choices: mantenimientoEstados,
    anyWhenRead: true,
    required,
    description: 'En qué estado está, con las palabras de la pantalla.',
  }),
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
