import { defineFields } from '../core/fields.ts'
import { liquidacionEstados } from './dinero.ts'

/** Settlement of a pilot: sums of its movements in quetzales. */
export const liquidacionFields = defineFields({
  numero: { label: 'Número', type: 'text', required: true, use: 'read' },
  chofer_id: { type: 'id', required: true },
  piloto: { label: 'Piloto', type: 'text', required: true, use: 'read' },
  saldo_anterior: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales del saldo de la liquidación de antes; 0 si es la primera.',
  },
  /** Includes reanticipos. */
  anticipos: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales que se le dieron para el viaje, reanticipos incluidos.',
  },
  pagos: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales que la empresa pagó al piloto.',
  },
  cargos: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales que suben lo que el piloto debe.',
  },
  gastos: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales gastados, ya aprobados.',
  },
  devoluciones: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales que el piloto devolvió.',
  },
  abonos: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales que bajan lo que el piloto debe.',
  },
  saldo: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales: positivo si el piloto debe, negativo si se le debe.',
  },
  /** Not part of the balance. */
  comisiones: {
    type: 'amount',
    unit: 'Q',
    required: true,
    use: 'read',
    description: 'Quetzales de pago por viaje; no entran en ningún saldo.',
  },
  estado: { label: 'Estado', type: 'choice', choices: liquidacionEstados, required: true, use: 'read' },
  motivo: { label: 'Motivo', type: 'text', use: 'read' },
  cerrada_por: { type: 'text', required: true, use: 'read', description: 'Usuario que la cerró.' },
})
