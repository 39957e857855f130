import { defineFields } from '../core/fields.ts'
import { defineSheet } from './sheets.ts'

/** Price and duration between two places, both dates inclusive. Without client it applies to all. */
export const tarifaFields = defineFields({
  cliente_id: { type: 'id' },
  origen: { label: 'Origen', type: 'text', required: true },
  destino: { label: 'Destino', type: 'text', required: true },
  servicio: { label: 'Servicio', type: 'text', max: 200 },
  precio: { label: 'Precio', type: 'amount', unit: 'Q', required: true },
  duracion_min: { label: 'Duración', type: 'minutes' },
  vigente_desde: {
    label: 'Vigente desde',
    type: 'date',
    required: true,
    description: 'Primer día en que vale, AAAA-MM-DD.',
  },
  vigente_hasta: {
    label: 'Vigente hasta',
    type: 'date',
    description: 'Último día en que vale, AAAA-MM-DD; null si no hay.',
  },
  cliente_nombre: { type: 'text', use: 'read' },
  cliente_apellido: { type: 'text', use: 'read' },
})

export const tarifaSheet = defineSheet(tarifaFields, ['cliente_id'], {
  cliente: {
    width: 36,
    aliases: ['nombre del cliente'],
    help: 'El nombre completo de un cliente que ya está. Vacío: para todos.',
    example: 'Cementos Progreso',
  },
  origen: { width: 26, aliases: ['sale de'], help: 'De dónde sale.', example: 'Guatemala' },
  destino: { width: 26, aliases: ['llega a'], help: 'A dónde llega.', example: 'Quetzaltenango' },
  servicio: { width: 28, help: 'Vacío: para cualquiera.', example: 'Flete local' },
  precio: {
    aliases: ['tarifa', 'valor', 'monto'],
    help: 'En quetzales, con dos decimales como máximo.',
    example: '1250.00',
  },
  duracion_min: {
    width: 12,
    aliases: ['duracion', 'minutos'],
    help: 'En minutos, sin decimales.',
    example: '480',
  },
  vigente_desde: { aliases: ['desde'], help: 'Día, mes y año.', example: '01/01/2026' },
  vigente_hasta: { aliases: ['hasta'], help: 'Día, mes y año. Vacío: sin final.', example: '31/12/2026' },
})
