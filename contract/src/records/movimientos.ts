import { defineFields } from '../core/fields.ts'
import { comprobantes, conceptos, formas, movimientoEstados, movimientoTipos, pagadores } from './dinero.ts'
import { defineSheet } from './sheets.ts'

/** Money given to or received from a pilot, or paid for a trip. Pilots read what concerns them. */
export const movimientoFields = defineFields({
  tipo: { label: 'Tipo', type: 'choice', choices: movimientoTipos, required: true, pilot: true },
  chofer_id: { type: 'id', pilot: true },
  piloto: {
    label: 'Piloto',
    type: 'text',
    use: 'read',
    pilot: true,
    description: 'Nombre y apellido del piloto.',
  },
  ruta_id: { type: 'id', pilot: true, description: 'Id de la ruta.' },
  no_ruta: { label: 'No. de ruta', type: 'text', use: 'read', pilot: true },
  /** Only for a gasto, as are paga and comprobante. */
  concepto: {
    label: 'Concepto',
    type: 'choice',
    choices: conceptos,
    pilot: true,
    description: 'En qué se gastó.',
  },
  paga: { label: 'Paga', type: 'choice', choices: pagadores, pilot: true, description: 'Quién pagó.' },
  monto: {
    label: 'Monto',
    type: 'amount',
    unit: 'Q',
    required: true,
    pilot: true,
    description: 'Quetzales.',
  },
  fecha: { label: 'Fecha', type: 'date', required: true, pilot: true },
  forma: { label: 'Forma', type: 'choice', choices: formas, pilot: true, description: 'Cómo se pagó.' },
  comprobante: {
    label: 'Comprobante',
    type: 'choice',
    choices: comprobantes,
    pilot: true,
    description: 'Qué prueba el gasto: factura, recibo o nada.',
  },
  /** Only for a factura, as are serie, numero and uuid. */
  nit: { label: 'NIT', type: 'text', pilot: true },
  serie: { label: 'Serie', type: 'text', pilot: true, description: 'Serie de la factura.' },
  numero: { label: 'Número', type: 'text', pilot: true },
  uuid: {
    label: 'Número de autorización',
    type: 'text',
    pilot: true,
    description: 'Número de autorización de la factura electrónica.',
  },
  /** The same invoice covers several gastos. */
  compartida: {
    label: 'Compartida',
    type: 'boolean',
    required: true,
    pilot: true,
    description: 'Si la misma factura es de varios gastos.',
  },
  descripcion: { label: 'Descripción', type: 'text', max: 200, pilot: true },
  estado: {
    label: 'Estado',
    type: 'choice',
    choices: movimientoEstados,
    required: true,
    use: 'read',
    pilot: true,
  },
  motivo: { label: 'Motivo', type: 'text', use: 'read', pilot: true },
  liquidacion_id: {
    type: 'id',
    use: 'read',
    pilot: true,
    description: 'Id de la liquidación que lo incluye; null si no hay.',
  },
  liquidacion: {
    label: 'Liquidación',
    type: 'text',
    use: 'read',
    pilot: true,
    description: 'Número de la liquidación que lo incluye; null si no hay.',
  },
  del_piloto: {
    type: 'boolean',
    required: true,
    use: 'read',
    pilot: true,
    description: 'Si lo registró el piloto desde su teléfono.',
  },
  hora_dispositivo: { type: 'moment', use: 'read', pilot: true },
  hecho_en: { type: 'moment', use: 'read', pilot: true },
  dudosa: { type: 'boolean', required: true, use: 'read', pilot: true },
  archivos: { type: 'integer', required: true, use: 'read', pilot: true },
  registrado_por: {
    label: 'Registrado por',
    type: 'text',
    required: true,
    use: 'read',
    description: 'Usuario que lo registró.',
  },
})

/** Only exported. */
export const movimientoSheet = defineSheet(movimientoFields, ['chofer_id', 'ruta_id', 'uuid', 'compartida'], {
  fecha: {},
  tipo: { width: 14 },
  piloto: { width: 34 },
  ruta: { width: 14 },
  concepto: { width: 18 },
  paga: { width: 11 },
  monto: { width: 17 },
  forma: { width: 15 },
  comprobante: { width: 14 },
  nit: { width: 14 },
  serie: { width: 14 },
  numero: { width: 16 },
  descripcion: { width: 40 },
  estado: { width: 13 },
  liquidacion: { width: 13 },
  registrado_por: { width: 20 },
})
