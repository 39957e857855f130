import { choice, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { formatQuetzales } from '../core/format.ts'
import { formas } from './dinero.ts'

/** `Nota de crédito` is a credit note. */
export const cobroFormas = [...formas, 'Nota de crédito'] as const
/** Only an import writes it: what was paid before the first day. */
export const saldoInicial = 'Saldo inicial'

export const cobroEstados = ['vigente', 'anulado'] as const
type CobroEstado = (typeof cobroEstados)[number]
export const cobroEstadoWords: Record<CobroEstado, string> = { vigente: 'Vigente', anulado: 'Anulado' }

export const maxCobroFacturas = 100

/** Errors of writing a payment. `factura` is a `facturaName`. */
export const cobroErrors = {
  noFactura: 'Elige al menos una factura.',
  tooManyFacturas: `Máximo ${maxCobroFacturas} facturas.`,
  repeatedFactura: 'Hay una factura repetida.',
  noAmount: 'Escribe un monto o una retención.',
  otherCliente: 'Hay una factura que no es de este cliente.',
  facturaAnnulled: (factura: string) => `La factura ${factura} está anulada.`,
  aboveSaldo: (saldo: number) => `El cobro pasa del saldo (${formatQuetzales(saldo)}).`,
  annulled: 'El cobro está anulado.',
} as const

/** A payment of a client. */
export const cobroFields = defineFields({
  cliente_id: unlabelled('id', { required, description: 'Id del cliente.' }),
  cliente: text('Cliente', {
    required,
    use: 'read',
    description: 'Nombre y apellido del cliente, los de hoy.',
  }),
  fecha: date('Fecha', { required, description: 'Día en que se cobró, AAAA-MM-DD.' }),
  forma: choice('Forma', {
    choices: [...cobroFormas, saldoInicial],
    description: 'Cómo se pagó; obligatoria si algún monto es mayor que cero, si no null.',
  }),
  referencia: text('Referencia', {
    max: 60,
    description: 'Número de la boleta, de la transferencia o del cheque; null si no hay.',
  }),
  monto: served('amount', { unit: 'Q', required, description: 'Suma en quetzales de lo aplicado.' }),
  retencion_iva: served('amount', { unit: 'Q', required, description: 'Suma en quetzales de IVA retenido.' }),
  retencion_isr: served('amount', { unit: 'Q', required, description: 'Suma en quetzales de ISR retenido.' }),
  retenido: served('amount', { unit: 'Q', required, description: 'Quetzales de las dos retenciones.' }),
  estado: choice('Estado', {
    choices: cobroEstados,
    required,
    use: 'read',
    description: 'Si vale (`vigente`) o se anuló (`anulado`).',
  }),
  motivo: text('Motivo', { use: 'read', description: 'Por qué se anuló; null si no está anulado.' }),
})
