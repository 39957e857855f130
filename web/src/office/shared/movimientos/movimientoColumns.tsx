import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { movimientoEstadoText } from '@flota/contract/records/dinero.ts'
import { Ban, CircleCheck, Clock, Paperclip } from 'lucide-react'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { column, oneLineColumn } from '../columns.ts'
import { movimientoHref } from './hrefs.ts'
import { comprobanteText, movimientoTitle } from './movimientoTexts.ts'

/** Columns of a movement, for lists to choose from. */
export const movimientoColumns = {
  que: stacked<Movimiento>(
    column('Movimiento', 'title', 13, (row) => <MovimientoTitle row={row} />, {
      href: ({ id }) => movimientoHref(id),
    }),
    { label: 'Comprobante', phone: 'note', cell: comprobanteText },
  ),
  fecha: oneLineColumn('Fecha', 'subtitle', 6, (row: Movimiento) => formatFecha(row.fecha), {
    sort: { asc: 'antiguas', desc: 'recientes', startsDescending: true },
  }),
  piloto: column('Piloto', 'line', 12, ({ piloto }: Movimiento) => piloto, {
    none: 'Sin piloto',
    href: ({ chofer_id }: Movimiento) =>
      chofer_id === null ? undefined : withId('/dinero/piloto/:id', chofer_id),
  }),
  ruta: stacked(
    column('Ruta', 'note', 13, ({ no_ruta }: Movimiento) => no_ruta ?? 'Sin viaje'),
    { label: 'Viaje', phone: 'note', cell: ({ viaje }) => viaje && tripNameText(viaje) },
  ),
  descripcion: column('Descripción', 'note', 12, (row: Movimiento) => row.descripcion),
  estado: oneLineColumn('Estado', 'badge', 8, (row: Movimiento) => <EstadoMovimiento movimiento={row} />),
  liquidacion: oneLineColumn('Liquidación', 'note', 6, ({ liquidacion }: Movimiento) => liquidacion, {
    none: 'Sin liquidar',
    href: ({ liquidacion_id }: Movimiento) =>
      liquidacion_id === null ? undefined : withId('/dinero/liquidacion/:id', liquidacion_id),
  }),
  monto: {
    label: 'Monto',
    phone: 'figure',
    width: 7,
    numeric: true,
    oneLine: true,
    cell: ({ monto, estado }: Movimiento) =>
      estado === 'anulado' ? <s className="text-muted">{formatQuetzales(monto)}</s> : formatQuetzales(monto),
  },
} satisfies Record<string, Column<Movimiento>>

function MovimientoTitle({ row }: { row: Movimiento }) {
  return (
    <>
      {movimientoTitle(row)}
      {row.archivos > 0 && (
        <Paperclip aria-label="Con archivos" className="ml-1.5 inline size-4 align-text-bottom text-muted" />
      )}
    </>
  )
}

const estadoLooks = {
  registrado: { Icon: Clock, color: badgeColors.yellow },
  aprobado: { Icon: CircleCheck, color: badgeColors.green },
  anulado: { Icon: Ban, color: badgeColors.red },
} as const

export function EstadoMovimiento({ movimiento }: { movimiento: Pick<Movimiento, 'estado' | 'del_piloto'> }) {
  return <Badge {...estadoLooks[movimiento.estado]}>{movimientoEstadoText(movimiento)}</Badge>
}
