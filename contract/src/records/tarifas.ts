import { amount, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { clienteColumn, defineSheet, placeColumns, precioColumn, servicioColumn } from './sheets.ts'

/** Price and duration between two places, both dates inclusive. Without client it applies to all. */
export const tarifaFields = defineFields({
  cliente_id: unlabelled('id', { description: 'Id del cliente; null si vale para todos.' }),
  origen: text('Origen', { required, description: 'De dónde sale el viaje, como se escribió.' }),
  destino: text('Destino', { required, description: 'A dónde va el viaje, como se escribió.' }),
  servicio: text('Servicio', {
    max: 200,
    description: 'Servicio que cobra este precio; null si vale para todos.',
  }),
  precio: amount('Precio', { unit: 'Q', required, description: 'Quetzales por viaje.' }),
  duracion_min: {
    label: 'Duración',
    type: 'minutes',
    description: 'Minutos que dura el viaje; null es lo usual.',
  },
  vigente_desde: date('Vigente desde', { required, description: 'Primer día en que vale, AAAA-MM-DD.' }),
  vigente_hasta: date('Vigente hasta', {
    description: 'Último día en que vale, AAAA-MM-DD; null si no hay.',
  }),
  cliente_nombre: served('text', { description: 'Nombre del cliente; null si vale para todos.' }),
  cliente_apellido: served('text', {
    description: 'Apellido del cliente; null de una empresa o si vale para todos.',
  }),
})

export const tarifaSheet = defineSheet(tarifaFields, ['cliente_id'], {
  cliente: {
    ...clienteColumn,
    help: 'El nombre completo de un cliente que ya está. Vacío: para todos.',
  },
  origen: { ...placeColumns.origen, aliases: [...placeColumns.origen.aliases, 'salida'] },
  destino: {
    ...placeColumns.destino,
    aliases: [...placeColumns.destino.aliases, 'llegada', 'entrega', 'descarga'],
  },
  servicio: { ...servicioColumn, help: 'Vacío: para cualquiera.', example: 'Flete local' },
  precio: precioColumn,
  duracion_min: {
    width: 12,
    aliases: ['duracion', 'minutos'],
    qualifiers: ['minuto', 'viaje', 'estimada', 'tiempo'],
    help: 'En minutos, sin decimales.',
    example: '480',
  },
  vigente_desde: {
    aliases: ['desde', 'vigencia', 'valida desde', 'valido desde', 'inicio', 'a partir de'],
    qualifiers: ['vigencia', 'fecha'],
    example: '01/01/2026',
  },
  vigente_hasta: {
    aliases: ['hasta', 'vence', 'vencimiento', 'valida hasta', 'valido hasta', 'fin', 'final'],
    qualifiers: ['vigencia', 'fecha'],
    help: 'Día, mes y año. Vacío: sin final.',
    example: '31/12/2026',
  },
})
