import { choice, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { liquidacionEstados } from './dinero.ts'

/** Settlement of a pilot: sums of its movements in quetzales. */
export const liquidacionFields = defineFields({
  numero: text('Número', { required, use: 'read', description: 'Número de la liquidación: `L-0001`.' }),
  chofer_id: unlabelled('id', { required, description: 'Id del piloto.' }),
  piloto: text('Piloto', { required, use: 'read', description: 'Nombre y apellido del piloto.' }),
  saldo_anterior: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales del saldo de la liquidación de antes; 0 si es la primera.',
  }),
  /** Includes reanticipos. */
  anticipos: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales que se le dieron para el viaje, reanticipos incluidos.',
  }),
  pagos: served('amount', { unit: 'Q', required, description: 'Quetzales que la empresa pagó al piloto.' }),
  cargos: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales que suben lo que el piloto debe.',
  }),
  gastos: served('amount', { unit: 'Q', required, description: 'Quetzales gastados, ya aprobados.' }),
  devoluciones: served('amount', { unit: 'Q', required, description: 'Quetzales que el piloto devolvió.' }),
  abonos: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales que bajan lo que el piloto debe.',
  }),
  saldo: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales con que se cerró: positivo si el piloto debe, negativo si se le debe.',
  }),
  /** Not part of the balance. */
  comisiones: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales de pago por viaje; no entran en ningún saldo.',
  }),
  estado: choice('Estado', {
    choices: liquidacionEstados,
    required,
    use: 'read',
    description: 'Si vale (`cerrada`) o se anuló (`anulada`).',
  }),
  motivo: text('Motivo', { use: 'read', description: 'Por qué se anuló; null si no está anulada.' }),
  cerrada_por: served('text', { required, description: 'Usuario que la cerró.' }),
})
