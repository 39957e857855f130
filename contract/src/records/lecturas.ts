import { date, defineFields, required, text, unlabelled } from '../core/fields.ts'

/** An odometer reading entered by itself. */
export const lecturaFields = defineFields({
  camion_id: unlabelled('id', { required, description: 'Id del camión.' }),
  camion: text('Camión', { required, use: 'read', description: 'Placa del camión.' }),
  fecha: date('Fecha', { required, description: 'Día en que se leyó el odómetro, AAAA-MM-DD.' }),
  km: {
    label: 'Kilometraje',
    type: 'integer',
    unit: 'km',
    required,
    description: 'Kilómetros que marca el odómetro.',
  },
  reinicia: {
    label: 'Odómetro nuevo',
    type: 'boolean',
    required,
    description: 'Si el odómetro se cambió y empieza otra cuenta.',
  },
  nota: text('Nota', { max: 2000, description: 'Nota de la lectura; null si no hay.' }),
})
