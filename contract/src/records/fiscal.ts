import { defineFields, required, text } from '../core/fields.ts'

/** Tax data of a client. */
export const fiscalFields = defineFields({
  nit: text('NIT', { description: 'NIT del cliente, o CF; null si no se sabe.' }),
  nombre_fiscal: text('Nombre fiscal', {
    description: 'Nombre que va en sus facturas; null si no se sabe.',
  }),
  direccion: text('Dirección', {
    max: 200,
    description: 'Dirección que va en sus facturas; null si no se sabe.',
  }),
  correo: text('Correo', {
    description: 'Correo al que se propone enviar el estado de cuenta; null si no hay.',
  }),
  dias_credito: {
    label: 'Días de crédito',
    type: 'integer',
    required,
    description: 'Días de la emisión al vencimiento de sus facturas nuevas.',
  },
  retiene_iva: {
    label: 'Retiene IVA',
    type: 'boolean',
    required,
    description: 'Si el cliente retiene IVA al pagar.',
  },
  retiene_isr: {
    label: 'Retiene ISR',
    type: 'boolean',
    required,
    description: 'Si el cliente retiene ISR al pagar.',
  },
})
