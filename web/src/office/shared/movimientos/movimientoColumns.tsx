import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { movimientoEstadoText } from '@flota/contract/records/dinero.ts'
import { Ban, CircleCheck, Clock, Paperclip } from 'lucide-react'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { movimientoHref } from './hrefs.ts'
import { comprobanteText, movimientoTitle } from './movimientoTexts.ts'

/** Columns of a movement, for lists to choose from. */
export const movimientoColumns = {
  que: stacked<Movimiento>(
    {
      label: 'Movimiento',
      phone: 'title',
      width: 13,
      cell: (row) => <MovimientoTitle row={row} />,
      href: ({ id }) => movimientoHref(id),
    },
    { label: 'Comprobante', phone: 'note', cell: comprobanteText },
  ),
  fecha: {
    label: 'Fecha',
    phone: 'subtitle',
    width: 6,
    oneLine: true,
    cell: (row: Movimiento) => formatFecha(row.fecha),
  },
  piloto: {
    label: 'Piloto',
    phone: 'line',
    width: 12,
    none: 'Sin piloto',
    cell: ({ piloto }: Movimiento) => piloto,
    href: ({ chofer_id }: Movimiento) =>
      chofer_id === null ? undefined : withId('/dinero/piloto/:id', chofer_id),
  },
  ruta: { label: 'Ruta', phone: 'note', width: 6, cell: ({ no_ruta }: Movimiento) => no_ruta ?? 'Sin viaje' },
  descripcion: { label: 'Descripción', phone: 'note', width: 12, cell: (row: Movimiento) => row.descripcion },
  estado: {
    label: 'Estado',
    phone: 'badge',
    width: 8,
    oneLine: true,
    cell: (row: Movimiento) => <EstadoMovimiento movimiento={row} />,
  },
  liquidacion: {
    label: 'Liquidación',
    phone: 'note',
    width: 6,
    oneLine: true,
    none: 'Sin liquidar',
    cell: ({ liquidacion }: Movimiento) => liquidacion,
    href: ({ liquidacion_id }: Movimiento) =>
      liquidacion_id === null ? undefined : withId('/dinero/liquidacion/:id', liquidacion_id),
  },
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
