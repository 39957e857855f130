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
  tipo: choice('Tipo', {
    choices: movimientoTipos,
    required,
    pilot,
    description: 'Si el dinero se dio al piloto, se gastó, se devolvió o se le carga o abona.',
  }),
  chofer_id: unlabelled('id', { pilot, description: 'Id del piloto; null si no es de un piloto.' }),
  piloto: text('Piloto', {
    use: 'read',
    pilot,
    description: 'Nombre y apellido del piloto; null si no es de un piloto.',
  }),
  ruta_id: unlabelled('id', { pilot, description: 'Id de la ruta; null si no es de un viaje.' }),
  no_ruta: text('No. de ruta', {
    use: 'read',
    pilot,
    description: 'Número de la ruta; null si no es de un viaje.',
  }),
  /** Only for a gasto, as are paga and comprobante. */
  concepto: choice('Concepto', {
    choices: conceptos,
    pilot,
    description: 'En qué se gastó; null si no es un gasto.',
  }),
  paga: choice('Paga', {
    choices: pagadores,
    pilot,
    description: 'Quién pagó: `piloto` o `empresa`; null si no es un gasto.',
  }),
  monto: amount('Monto', { unit: 'Q', required, pilot, description: 'Quetzales, más de cero.' }),
  fecha: date('Fecha', { required, pilot, description: 'Día en que se dio o se gastó, AAAA-MM-DD.' }),
  forma: choice('Forma', { choices: formas, pilot, description: 'Cómo se pagó; null si no se anotó.' }),
  comprobante: choice('Comprobante', {
    choices: comprobantes,
    pilot,
    description: 'Qué prueba el gasto: factura, recibo o nada; null si no es un gasto.',
  }),
  /** Only for a factura, as are serie, numero and uuid. */
  nit: text('NIT', { pilot, description: 'NIT de quien factura; null si no hay factura.' }),
  serie: text('Serie', { pilot, description: 'Serie de la factura; null si no hay.' }),
  numero: text('Número', { pilot, description: 'Número de la factura; null si no hay.' }),
  uuid: text('Autorización', {
    pilot,
    description: 'Número de autorización de la factura electrónica; null si no hay.',
  }),
  /** The same invoice covers several gastos. */
  compartida: {
    label: 'Compartida',
    type: 'boolean',
    required,
    pilot,
    description: 'Si la misma factura es de varios gastos.',
  },
  descripcion: text('Descripción', {
    max: 200,
    pilot,
    description: 'Por qué o para qué; null si no se anotó.',
  }),
  estado: choice('Estado', {
    choices: movimientoEstados,
    required,
    use: 'read',
    pilot,
    description: 'Si espera revisión (`registrado`), cuenta (`aprobado`) o ya no cuenta (`anulado`).',
  }),
  motivo: text('Motivo', { use: 'read', pilot, description: 'Por qué se anuló; null si no está anulado.' }),
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
  hora_dispositivo: served('moment', {
    pilot,
    description: 'Hora del teléfono al registrarlo; null si no vino de un teléfono.',
  }),
  hecho_en: served('moment', {
    pilot,
    description: 'Cuándo se hizo, según el teléfono; null si su hora no es creíble o no vino de un teléfono.',
  }),
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
