/** Open amounts by the age of their invoices, with their labels. No zod: the web imports it. */
export const bucketLabels = {
  por_vencer: 'Por vencer',
  de_1_a_30: '1 a 30 días',
  de_31_a_60: '31 a 60 días',
  de_61_a_90: '61 a 90 días',
  mas_de_90: 'Más de 90 días',
  total: 'Total',
} as const
export type Bucket = keyof typeof bucketLabels

export const noInvoices = 'Sin facturas pendientes.'
