import {
  amount,
  choice,
  date,
  defineFields,
  pilot,
  required,
  served,
  text,
  unlabelled,
} from '../core/fields.ts'
import { rutaEstados } from './estados.ts'
import {
  clienteColumn,
  defineSheet,
  nameColumns,
  placeColumns,
  precioColumn,
  servicioColumn,
} from './sheets.ts'

/** A trip. */
export const rutaFields = defineFields({
  no_ruta: text('No. de ruta', {
    required,
    max: 30,
    pilot,
    rule: 'letters',
    description: 'Número de la ruta, único sin distinguir mayúsculas: `RUTA-9001`.',
    example: 'RUTA-9001',
  }),
  cliente_id: unlabelled('id', {
    required,
    pilot,
    description: 'Id del cliente; puede faltar si se envía `cliente`.',
  }),
  /** Identifies the client without an id. */
  cliente: text('Cliente', {
    use: 'write',
    rule: 'name',
    description:
      'El cliente por nombre y apellido, en lugar de `cliente_id`; POST lo busca, PUT lo crea si no está.',
  }),
  servicio: text('Servicio', {
    required,
    max: 200,
    pilot,
    load: { width: 8.75 },
    description: 'Qué servicio se presta, como se escribió.',
    example: 'Flete',
  }),
  mercaderia: text('Mercadería', {
    required,
    max: 200,
    pilot,
    load: { width: 9 },
    description: 'Qué se lleva, como se escribió.',
    example: 'Cemento en sacos',
  }),
  camion_id: unlabelled('id', { required, pilot, description: 'Id del camión.' }),
  combustible: amount('Combustible', {
    unit: 'gal',
    pilot,
    load: {},
    description: 'Galones que se planean para el viaje; null si no hay.',
  }),
  origen: text('Origen', {
    required,
    pilot,
    description: 'De dónde sale el viaje, como se escribió.',
    example: 'Puerto Quetzal',
  }),
  destino: text('Destino', {
    required,
    pilot,
    description: 'A dónde va el viaje, como se escribió.',
    example: 'Quetzaltenango',
  }),
  chofer_id: unlabelled('id', { required, pilot, description: 'Id del piloto.' }),
  ayudante_id: unlabelled('id', { pilot, description: 'Id del ayudante; null si no hay.' }),
  fecha: date('Fecha', {
    required,
    pilot,
    rule: 'tripDay',
    description: 'Día del viaje en la zona de la empresa, AAAA-MM-DD.',
    example: '2026-11-20',
  }),
  hora: {
    label: 'Hora',
    type: 'hour',
    required,
    pilot,
    description: 'Hora de la empresa, HH:MM:SS; al enviar basta HH:MM.',
    example: '08:30:00',
  },
  precio: amount('Precio', {
    unit: 'Q',
    required,
    description: 'Quetzales, con dos decimales como máximo; los pilotos no lo reciben.',
    example: 1250.5,
  }),
  comentario: text('Comentario', {
    max: 2000,
    pilot,
    description: 'Lo que haya que saber del viaje; null si nada.',
  }),
  estado: choice('Estado', {
    choices: rutaEstados,
    anyWhenRead: true,
    required,
    pilot,
    description: 'En qué estado está el viaje, con las palabras de la pantalla.',
  }),
  cliente_nombre: served('text', { required, pilot, description: 'Nombre del cliente.' }),
  cliente_apellido: served('text', { pilot, description: 'Apellido del cliente; null de una empresa.' }),
  camion_placa: served('text', { required, pilot, description: 'Placa del camión.' }),
  camion_marca: served('text', { pilot, description: 'Marca del camión; null si no se sabe.' }),
  camion_modelo: served('text', { pilot, description: 'Modelo del camión; null si no se sabe.' }),
  piloto_nombre: served('text', { required, pilot, description: 'Nombre del piloto.' }),
  piloto_apellido: served('text', { required, pilot, description: 'Apellido del piloto.' }),
  ayudante_nombre: served('text', { pilot, description: 'Nombre del ayudante; null si no hay.' }),
  ayudante_apellido: served('text', { pilot, description: 'Apellido del ayudante; null si no hay.' }),
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

/** Words of the headings for a trip's begin. */
const startWords = ['viaje', 'salida', 'servicio', 'carga', 'inicio', 'despacho', 'cita', 'programada']

/** Trips of a sheet are finished ones: without a state they are Entregado. */
export const rutaSheet = defineSheet(rutaFields, withoutColumn, {
  no_ruta: {
    isOptional: true,
    width: 14,
    aliases: [
      'ruta',
      'viaje',
      'folio',
      'carta porte',
      'numero de orden',
      'orden de carga',
      'orden de servicio',
      'hoja de ruta',
    ],
    qualifiers: ['numero', 'codigo', 'folio', 'id', 'orden'],
    help: 'Vacío: el siguiente número.',
    example: 'RUTA-001',
  },
  fecha: {
    aliases: ['dia'],
    qualifiers: [...startWords, 'fecha', 'hora', 'flete', 'ruta'],
    example: '20/11/2026',
  },
  hora: {
    isOptional: true,
    qualifiers: [...startWords],
    help: 'De 00:00 a 23:59. Vacío: la de la fecha, o 00:00.',
    example: '08:30',
  },
  cliente: { ...clienteColumn, isRequired: true },
  servicio: { ...servicioColumn, help: 'Qué se hizo.', example: 'Flete local' },
  mercaderia: {
    width: 24,
    aliases: ['mercancia', 'carga', 'producto', 'material', 'contenido'],
    qualifiers: ['tipo', 'descripcion', 'nombre', 'transportado', 'transportada', 'carga', 'producto'],
    help: 'Qué se llevó.',
    example: 'Cemento',
  },
  placa: { ...nameColumns.placa, isRequired: true, width: 13 },
  piloto: { ...nameColumns.piloto, isRequired: true, width: 34 },
  ayudante: { ...nameColumns.ayudante, width: 34 },
  origen: { ...placeColumns.origen, aliases: [...placeColumns.origen.aliases, 'desde'] },
  destino: { ...placeColumns.destino, aliases: [...placeColumns.destino.aliases, 'hasta'] },
  precio: precioColumn,
  combustible: {
    width: 14,
    aliases: ['galones', 'diesel', 'galonaje'],
    qualifiers: ['galon', 'diesel', 'combustible', 'despachado', 'cargado', 'consumido', 'total', 'viaje'],
    help: 'En galones, con dos decimales como máximo.',
    example: '35.50',
  },
  estado: {
    isOptional: true,
    width: 13,
    aliases: ['estatus', 'status'],
    qualifiers: ['viaje', 'ruta', 'servicio', 'entrega'],
    help: 'Entregado o Incidente. Vacío: Entregado.',
    example: 'Entregado',
  },
  comentario: {
    width: 60,
    aliases: ['observaciones', 'nota'],
    qualifiers: ['viaje', 'general', 'adicional'],
    help: 'Lo que haya que saber.',
    example: 'Se entregó en bodega 3',
  },
})
