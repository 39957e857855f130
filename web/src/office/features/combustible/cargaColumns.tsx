import {
  formatFecha,
  formatGalones,
  formatInteger,
  formatKmGalon,
  formatQuetzales,
} from '@flota/contract/core/format.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Carga } from '@flota/contract/money/cargas.ts'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { EstadoMovimiento } from '../../shared/movimientos/movimientoColumns.tsx'
import { FaltasTooltip } from './FaltasTooltip.tsx'

interface Hrefs {
  formOf: (id: number) => string
  estacionOf: (estacion: string) => string
}

const number = { numeric: true } as const

export const cargaColumns = ({ formOf, estacionOf }: Hrefs): Column<Carga>[] => [
  oneLineColumn('Fecha', 'subtitle', 6, ({ fecha }) => formatFecha(fecha)),
  oneLineColumn('Camión', 'title', 6.5, ({ camion }) => camion, { href: ({ id }) => formOf(id) }),
  stacked(
    column('Piloto', 'line', 11, ({ piloto }) => piloto, {
      none: 'Sin piloto',
      href: ({ chofer_id }) => (chofer_id === null ? undefined : withId('/dinero/piloto/:id', chofer_id)),
    }),
    {
      label: 'Ruta',
      phone: 'note',
      cell: ({ no_ruta, viaje }) =>
        [no_ruta ?? 'Sin viaje', ...(viaje ? [tripNameText(viaje)] : [])].join(' · '),
    },
  ),
  stacked(
    column('Estación', 'note', 10, ({ estacion }) => estacion, {
      href: ({ estacion }) => (estacion === null ? undefined : estacionOf(estacion)),
    }),
    { label: 'Vale', phone: 'note', cell: ({ vale }) => vale, card: ({ vale }) => vale && `Vale ${vale}` },
  ),
  stacked(
    oneLineColumn('Galones', 'labelled', 5, ({ galones }) => formatGalones(galones), number),
    column('Precio', 'labelled', 5, ({ precio_galon }) => formatQuetzales(precio_galon)),
  ),
  oneLineColumn('Total', 'figure', 7, (row) => <Total row={row} />, number),
  oneLineColumn('Km', 'labelled', 5, ({ km }) => km !== null && formatInteger(km), number),
  oneLineColumn('Lleno', 'note', 3, ({ lleno }) => (lleno ? 'Sí' : 'No'), {
    card: ({ lleno }) => !lleno && 'Tanque no lleno',
  }),
  oneLineColumn('Km/gal', 'labelled', 4.5, ({ km_galon }) => km_galon !== null && formatKmGalon(km_galon), {
    ...number,
    none: 'Sin dato',
  }),
  oneLineColumn('Estado', 'badge', 8, (row) => (
    <span className="inline-flex items-center gap-1.5">
      <EstadoMovimiento movimiento={row} />
      {row.faltas.length > 0 && <FaltasTooltip carga={row} />}
    </span>
  )),
]

const Total = ({ row: { total, estado } }: { row: Carga }) =>
  estado === 'anulado' ? <s className="text-muted">{formatQuetzales(total)}</s> : formatQuetzales(total)
