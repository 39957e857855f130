import { defineFields } from '../core/fields.ts'
import { rutaEstados } from './estados.ts'
import { defineSheet } from './sheets.ts'

/** A trip. */
export const rutaFields = defineFields({
  no_ruta: {
    label: 'No. de ruta',
    type: 'text',
    required: true,
    max: 30,
    pilot: true,
    description: 'Número de la ruta, único sin distinguir mayúsculas: `RUTA-9001`.',
    example: 'RUTA-9001',
  },
  cliente_id: { type: 'id', required: true, pilot: true, description: 'Id del cliente; null si no hay.' },
  /** Identifies the client without an id. */
  cliente: {
    label: 'Cliente',
    type: 'text',
    use: 'write',
    description:
      'El cliente por nombre y apellido, en lugar de `cliente_id`; POST lo busca, PUT lo crea si no está.',
  },
  servicio: {
    label: 'Servicio',
    type: 'text',
    required: true,
    max: 200,
    pilot: true,
    load: { width: 8.75 },
    example: 'Flete',
  },
  mercaderia: {
    label: 'Mercadería',
    type: 'text',
    required: true,
    max: 200,
    pilot: true,
    load: { width: 9 },
    example: 'Cemento en sacos',
  },
  camion_id: { type: 'id', required: true, pilot: true, description: 'Id del camión.' },
  combustible: {
    label: 'Combustible',
    type: 'amount',
    unit: 'gal',
    pilot: true,
    load: {},
    description: 'Galones; null si no hay.',
  },
  origen: { label: 'Origen', type: 'text', required: true, pilot: true, example: 'Puerto Quetzal' },
  destino: { label: 'Destino', type: 'text', required: true, pilot: true, example: 'Quetzaltenango' },
  chofer_id: { type: 'id', required: true, pilot: true, description: 'Id del piloto.' },
  ayudante_id: { type: 'id', pilot: true, description: 'Id del ayudante; null si no hay.' },
  fecha: { label: 'Fecha', type: 'date', required: true, pilot: true, example: '2026-11-20' },
  hora: {
    label: 'Hora',
    type: 'hour',
    required: true,
    pilot: true,
    description: 'Hora de la empresa, HH:MM:SS; al enviar basta HH:MM.',
    example: '08:30:00',
  },
  precio: {
    label: 'Precio',
    type: 'amount',
    unit: 'Q',
    required: true,
    description: 'Quetzales, con dos decimales como máximo; los pilotos no lo reciben.',
    example: 1250.5,
  },
  comentario: { label: 'Comentario', type: 'text', max: 2000, pilot: true },
  estado: {
    label: 'Estado',
    type: 'choice',
    choices: rutaEstados,
    anyWhenRead: true,
    required: true,
    pilot: true,
  },
  cliente_nombre: {
    type: 'text',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Nombre del cliente.',
  },
  cliente_apellido: {
    type: 'text',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Apellido del cliente.',
  },
  camion_placa: { type: 'text', required: true, use: 'read', pilot: true, description: 'Placa del camión.' },
  camion_marca: { type: 'text', required: true, use: 'read', pilot: true, description: 'Marca del camión.' },
  camion_modelo: {
    type: 'text',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Modelo del camión.',
  },
  piloto_nombre: {
    type: 'text',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Nombre del piloto.',
  },
  piloto_apellido: {
    type: 'text',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Apellido del piloto.',
  },
  ayudante_nombre: {
    type: 'text',
    use: 'read',
    pilot: true,
    description: 'Nombre del ayudante; null si no hay.',
  },
  ayudante_apellido: {
    type: 'text',
    use: 'read',
    pilot: true,
    description: 'Apellido del ayudante; null si no hay.',
  },
  duracion_min: {
    label: 'Duración',
    type: 'minutes',
    keptIfAbsent: true,
    detailOnly: true,
    description: 'Minutos que ocupa al camión, al piloto y al ayudante; null es lo usual.',
  },
})

/** Ids, which a sheet has as names, and what no sheet has. */
const withoutColumn = ['cliente_id', 'camion_id', 'chofer_id', 'ayudante_id', 'duracion_min'] as const

/** Trips of a sheet are finished ones: without a state they are Entregado. */
export const rutaSheet = defineSheet(rutaFields, withoutColumn, {
  no_ruta: {
    isOptional: true,
    width: 14,
    aliases: ['ruta', 'viaje', 'no de ruta', 'no de viaje', 'numero de ruta'],
    help: 'Vacío: el siguiente número.',
    example: 'RUTA-001',
  },
  fecha: { aliases: ['dia'], help: 'Día, mes y año.', example: '20/11/2026' },
  hora: { isOptional: true, help: 'De 00:00 a 23:59. Vacío: 00:00.', example: '08:30' },
  cliente: {
    isRequired: true,
    width: 36,
    aliases: ['empresa', 'nombre del cliente'],
    help: 'El nombre completo de un cliente que ya está.',
    example: 'Cementos Progreso',
  },
  servicio: { width: 28, help: 'Qué se hizo.', example: 'Flete local' },
  mercaderia: { width: 24, aliases: ['carga', 'producto'], help: 'Qué se llevó.', example: 'Cemento' },
  placa: {
    isRequired: true,
    width: 13,
    aliases: ['camion', 'placas'],
    help: 'De un camión que ya está.',
    example: 'C-123BCD',
  },
  piloto: {
    isRequired: true,
    width: 34,
    aliases: ['chofer', 'conductor'],
    help: 'El nombre completo de un piloto que ya está.',
    example: 'Juan Pérez López',
  },
  ayudante: {
    width: 34,
    aliases: ['auxiliar'],
    help: 'El nombre completo de un ayudante que ya está.',
    example: 'Rosa Ixcoy',
  },
  origen: { width: 26, aliases: ['sale de'], help: 'De dónde sale.', example: 'Guatemala' },
  destino: { width: 26, aliases: ['llega a'], help: 'A dónde llega.', example: 'Quetzaltenango' },
  precio: {
    aliases: ['valor', 'monto', 'flete'],
    help: 'En quetzales, con dos decimales como máximo.',
    example: '1250.00',
  },
  combustible: {
    width: 14,
    aliases: ['galones'],
    help: 'En galones, con dos decimales como máximo.',
    example: '35.50',
  },
  estado: {
    isOptional: true,
    width: 13,
    help: 'Entregado o Incidente. Vacío: Entregado.',
    example: 'Entregado',
  },
  comentario: {
    width: 60,
    aliases: ['observaciones', 'nota'],
    help: 'Lo que haya que saber.',
    example: 'Se entregó en bodega 3',
  },
})
