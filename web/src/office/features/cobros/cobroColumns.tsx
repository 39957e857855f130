import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Cobro } from '@flota/contract/money/cobros.ts'
import type { Column } from '../../../list/table/column.tsx'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { EstadoCobros } from './facturaTexts.tsx'
import { clienteHref } from './hrefs.ts'

/** Returns 'cobro de Q11,020.00 del 20/11/2026'; of a withholding alone its amount. */
export const cobroName = ({ monto, retenido, fecha }: Cobro) =>
  `cobro de ${formatQuetzales(monto || retenido)} del ${formatFecha(fecha)}`

export const amountColumn = <Row,>(
  label: string,
  of: (row: Row) => number,
  phone: Column<Row>['phone'] = 'labelled',
): Column<Row> => ({ label, phone, width: 7, numeric: true, cell: (row) => formatQuetzales(of(row)) })

export const cobroColumns: Column<Cobro>[] = [
  oneLineColumn('Fecha', 'subtitle', 6, ({ fecha }) => formatFecha(fecha)),
  column('Cliente', 'title', 16, ({ cliente }) => cliente, {
    href: ({ cliente_id }) => clienteHref(cliente_id),
  }),
  oneLineColumn('Forma', 'note', 8, ({ forma }) => forma),
  column('Referencia', 'note', 10, ({ referencia }) => referencia),
  amountColumn('Monto', ({ monto }) => monto, 'figure'),
  amountColumn('Retención IVA', ({ retencion_iva }) => retencion_iva),
  amountColumn('Retención ISR', ({ retencion_isr }) => retencion_isr),
  oneLineColumn('Estado', 'badge', 6, ({ estado }) => <EstadoCobros estado={estado} />),
]
