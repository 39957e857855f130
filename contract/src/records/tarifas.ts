import { amount, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { defineSheet, placeColumns } from './sheets.ts'

/** Price and duration between two places, both dates inclusive. Without client it applies to all. */
export const tarifaFields = defineFields({
  cliente_id: unlabelled('id', {}),
  origen: text('Origen', { required }),
  destino: text('Destino', { required }),
  servicio: text('Servicio', { max: 200 }),
  precio: amount('Precio', { unit: 'Q', required }),
  duracion_min: { label: 'Duración', type: 'minutes' },
  vigente_desde: date('Vigente desde', { required, description: 'Primer día en que vale, AAAA-MM-DD.' }),
  vigente_hasta: date('Vigente hasta', {
    description: 'Último día en que vale, AAAA-MM-DD; null si no hay.',
  }),
  cliente_nombre: served('text', {}),
  cliente_apellido: served('text', {}),
})

export const tarifaSheet = defineSheet(tarifaFields, ['cliente_id'], {
  cliente: {
    width: 36,
    aliases: ['nombre del cliente'],
    help: 'El nombre completo de un cliente que ya está. Vacío: para todos.',
    example: 'Cementos Progreso',
  },
  ...placeColumns,
  servicio: { width: 28, help: 'Vacío: para cualquiera.', example: 'Flete local' },
  precio: { aliases: ['tarifa', 'valor', 'monto'], example: '1250.00' },
  duracion_min: {
    width: 12,
    aliases: ['duracion', 'minutos'],
    help: 'En minutos, sin decimales.',
    example: '480',
  },
  vigente_desde: { aliases: ['desde'], example: '01/01/2026' },
  vigente_hasta: { aliases: ['hasta'], help: 'Día, mes y año. Vacío: sin final.', example: '31/12/2026' },
})
