import { defineFields, required, text } from '../core/fields.ts'

/** Tax data of a client. */
export const fiscalFields = defineFields({
  nit: text('NIT', { description: 'NIT del cliente, o CF.' }),
  nombre_fiscal: text('Nombre fiscal', {}),
  direccion: text('Dirección', { max: 200, description: 'Dirección fiscal.' }),
  correo: text('Correo', { description: 'A quién se propone enviar el estado de cuenta.' }),
  dias_credito: {
    label: 'Días de crédito',
    type: 'integer',
    required,
    description: 'Días de la emisión al vencimiento de sus facturas nuevas.',
  },
  retiene_iva: { label: 'Retiene IVA', type: 'boolean', required },
  retiene_isr: { label: 'Retiene ISR', type: 'boolean', required },
})
