import { amount, choice, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { formatQuetzales } from '../core/format.ts'
import { clienteColumn, defineSheet } from './sheets.ts'

export const facturaTipos = ['FACT', 'FCAM'] as const

export const facturaEstados = ['vigente', 'anulada'] as const
type FacturaEstado = (typeof facturaEstados)[number]
export const facturaEstadoWords: Record<FacturaEstado, string> = { vigente: 'Vigente', anulada: 'Anulada' }

export const maxFacturaRutas = 200

/** Name of an invoice in sentences, lists and the log. */
export const facturaName = ({ serie, numero }: { serie: string; numero: string }) => `${serie}-${numero}`

/** Errors of writing an invoice, in the order of their checks. `factura` is a `facturaName`. */
export const facturaErrors = {
  repeatedRuta: 'Hay una ruta repetida.',
  tooManyRutas: `Máximo ${maxFacturaRutas} rutas.`,
  otherCliente: (no_ruta: string) => `${no_ruta} es de otro cliente.`,
  clienteChanged: 'El cliente no se puede cambiar.',
  laterThanToday: 'La fecha no puede ser posterior a hoy.',
  annulled: 'La factura está anulada.',
  taken: (factura: string) => `La factura ${factura} ya está registrada.`,
  rutaTaken: (no_ruta: string, factura: string) => `${no_ruta} ya está en la factura ${factura}.`,
  belowPaid: (paid: number) => `El monto es menor que lo cobrado (${formatQuetzales(paid)}).`,
  hasCobros: 'La factura tiene cobros. Anúlalos primero.',
  clienteOwes: 'No se puede eliminar: el cliente tiene facturas por cobrar.',
} as const

/** An invoice issued to a client, recorded here. */
export const facturaFields = defineFields({
  cliente_id: unlabelled('id', { required, description: 'Id del cliente.' }),
  cliente: text('Cliente', {
    required,
    use: 'read',
    description: 'Nombre y apellido del cliente, los de hoy.',
  }),
  tipo: choice('Tipo', {
    choices: facturaTipos,
    required,
    description: 'Tipo de DTE: `FACT` es factura y `FCAM` factura cambiaria.',
  }),
  uuid: text('Autorización', { description: 'Número de autorización; null si no hay.' }),
  serie: text('Serie', {
    required,
    description: 'Serie de la factura; con autorización, la que sale de ella.',
  }),
  numero: text('Número', {
    required,
    description: 'Número de la factura; con autorización, el que sale de ella.',
  }),
  fecha: date('Fecha', { required, description: 'Día en que se emitió, AAAA-MM-DD.' }),
  vence: date('Vence', {
    required,
    description: 'Día en que vence, AAAA-MM-DD; si no se envía, fecha más los días de crédito del cliente.',
  }),
  monto: amount('Monto', { unit: 'Q', required, description: 'Total en quetzales, con IVA.' }),
  nota: text('Nota', { max: 2000, description: 'Nota de la factura; null si no hay.' }),
  cobrado: served('amount', { unit: 'Q', required, description: 'Quetzales de sus cobros vigentes.' }),
  retencion_iva: served('amount', { unit: 'Q', required, description: 'Quetzales de IVA ya retenidos.' }),
  retencion_isr: served('amount', { unit: 'Q', required, description: 'Quetzales de ISR ya retenidos.' }),
  retenido: served('amount', { unit: 'Q', required, description: 'Quetzales de las dos retenciones.' }),
  saldo: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales que faltan: monto menos cobrado y retenido; 0 si está anulada.',
  }),
  dias: served('integer', {
    description: 'Días de hoy al vencimiento, negativo si ya venció; null sin saldo.',
  }),
  diferencia: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales: monto menos la suma de sus rutas; 0 si no tiene rutas.',
  }),
  retencion_iva_sugerida: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales de IVA que el cliente retendría; 0 si no retiene.',
  }),
  retencion_isr_sugerida: served('amount', {
    unit: 'Q',
    required,
    description: 'Quetzales de ISR que el cliente retendría; 0 si no retiene.',
  }),
  estado: choice('Estado', {
    choices: facturaEstados,
    required,
    use: 'read',
    description: 'Si vale (`vigente`) o se anuló (`anulada`).',
  }),
  motivo: text('Motivo', { use: 'read', description: 'Por qué se anuló; null si no está anulada.' }),
  archivos: served('integer', { required, description: 'Cuántos archivos tiene.' }),
})

const amountWords = ['monto', 'total', 'valor', 'importe', 'factura', 'original', 'q', 'gtq', 'quetzal']

/** Opening invoices, without trips. Its aliases include the headings of SAT's own lists. */
export const facturaSheet = defineSheet(facturaFields, ['cliente_id', 'nota'], {
  cliente: {
    ...clienteColumn,
    aliases: [...clienteColumn.aliases, 'receptor'],
    qualifiers: [...clienteColumn.qualifiers, 'receptor'],
    isRequired: true,
    help: 'El nombre completo de un cliente que ya está. Con NIT puede faltar.',
  },
  nit: {
    aliases: ['id receptor'],
    qualifiers: ['numero', 'cliente', 'receptor'],
    help: 'El de los datos fiscales del cliente.',
    example: '576937-K',
  },
  tipo: {
    aliases: ['tipo de dte'],
    isOptional: true,
    help: 'FACT o FCAM. Vacío: FACT.',
    example: 'FACT',
  },
  serie: {
    aliases: ['no serie'],
    qualifiers: ['numero', 'factura', 'dte'],
    isOptional: true,
    help: 'Con autorización puede faltar.',
    example: 'D412A347',
  },
  numero: {
    aliases: ['no factura', 'factura', 'numero de factura', 'numero de dte'],
    isOptional: true,
    help: 'Con autorización puede faltar.',
    example: '2535474368',
  },
  uuid: {
    width: 40,
    aliases: ['autorizacion', 'numero de autorizacion', 'no autorizacion'],
    qualifiers: ['numero', 'fel', 'sat', 'uuid'],
    isRequired: true,
    help: 'El número de autorización. Con serie y número puede faltar.',
    example: 'D412A347-9720-44C0-A9CC-FDE068F0A2E7',
  },
  fecha: {
    aliases: ['fecha de emision', 'emision'],
    qualifiers: ['emision', 'factura', 'hora'],
    example: '21/09/2026',
  },
  vence: {
    aliases: ['vencimiento', 'fecha de vencimiento'],
    qualifiers: ['fecha', 'vence', 'factura'],
    isOptional: true,
    help: 'Día, mes y año. Vacío: la fecha más los días de crédito del cliente.',
    example: '21/10/2026',
  },
  monto: {
    aliases: ['total', 'gran total', 'valor', 'importe'],
    qualifiers: amountWords,
    help: 'El total con IVA, en quetzales.',
    example: '11200.00',
  },
  saldo_inicial: {
    type: 'amount',
    aliases: ['saldo', 'saldo pendiente', 'pendiente'],
    qualifiers: ['saldo', 'inicial', 'pendiente', 'actual', 'q', 'gtq', 'quetzal'],
    help: 'Lo que falta cobrar, en quetzales. Vacío: el monto.',
    example: '5000.00',
  },
})
