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
import { comprobantes, conceptos, formas, movimientoEstados, movimientoTipos, pagadores } from './dinero.ts'
import { defineSheet } from './sheets.ts'

/** Money given to or received from a pilot, or paid for a trip. Pilots read what concerns them. */
export const movimientoFields = defineFields({
  tipo: choice('Tipo', { choices: movimientoTipos, required, pilot }),
  chofer_id: unlabelled('id', { pilot }),
  piloto: text('Piloto', { use: 'read', pilot, description: 'Nombre y apellido del piloto.' }),
  ruta_id: unlabelled('id', { pilot, description: 'Id de la ruta.' }),
  no_ruta: text('No. de ruta', { use: 'read', pilot }),
  /** Only for a gasto, as are paga and comprobante. */
  concepto: choice('Concepto', { choices: conceptos, pilot, description: 'En qué se gastó.' }),
  paga: choice('Paga', { choices: pagadores, pilot, description: 'Quién pagó.' }),
  monto: amount('Monto', { unit: 'Q', required, pilot, description: 'Quetzales.' }),
  fecha: date('Fecha', { required, pilot }),
  forma: choice('Forma', { choices: formas, pilot, description: 'Cómo se pagó.' }),
  comprobante: choice('Comprobante', {
    choices: comprobantes,
    pilot,
    description: 'Qué prueba el gasto: factura, recibo o nada.',
  }),
  /** Only for a factura, as are serie, numero and uuid. */
  nit: text('NIT', { pilot }),
  serie: text('Serie', { pilot, description: 'Serie de la factura.' }),
  numero: text('Número', { pilot }),
  uuid: text('Autorización', {
    pilot,
    description: 'Número de autorización de la factura electrónica.',
  }),
  /** The same invoice covers several gastos. */
  compartida: {
    label: 'Compartida',
    type: 'boolean',
    required,
    pilot,
    description: 'Si la misma factura es de varios gastos.',
  },
  descripcion: text('Descripción', { max: 200, pilot }),
  estado: choice('Estado', { choices: movimientoEstados, required, use: 'read', pilot }),
  motivo: text('Motivo', { use: 'read', pilot }),
  liquidacion_id: served('id', {
    pilot,
    description: 'Id de la liquidación que lo incluye; null si no hay.',
  }),
  liquidacion: text('Liquidación', {
    use: 'read',
    pilot,
    description: 'Número de la liquidación que lo incluye; null si no hay.',
  }),
  del_piloto: served('boolean', {
    required,
    pilot,
    description: 'Si lo registró el piloto desde su teléfono.',
  }),
  hora_dispositivo: served('moment', { pilot }),
  hecho_en: served('moment', { pilot }),
  dudosa: served('boolean', { required, pilot }),
  archivos: served('integer', { required, pilot }),
  registrado_por: text('Registrado por', { required, use: 'read', description: 'Usuario que lo registró.' }),
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
