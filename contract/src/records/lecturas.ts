import { date, defineFields, required, text, unlabelled } from '../core/fields.ts'

/** An odometer reading entered by itself. */
export const lecturaFields = defineFields({
  camion_id: unlabelled('id', { required }),
  camion: text('Camión', { required, use: 'read', description: 'Placa del camión.' }),
  fecha: date('Fecha', { required }),
  km: { label: 'Kilometraje', type: 'integer', unit: 'km', required },
  reinicia: {
    label: 'Odómetro nuevo',
    type: 'boolean',
    required,
    description: 'Si el odómetro se cambió y empieza otra cuenta.',
  },
  nota: text('Nota', { max: 2000 }),
})
