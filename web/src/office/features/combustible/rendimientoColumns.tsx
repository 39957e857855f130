import { formatGalones, formatInteger, formatKmGalon, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Rendimiento, RendimientoDePiloto } from '@flota/contract/fleet/rendimiento.ts'
import type { Column } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'

/** A row of a truck, or the totals without `camion_id`. */
export interface CostoRow extends Omit<Rendimiento, 'camion_id'> {
  id: null
  camion_id: number | null
}
export interface PilotoRow extends RendimientoDePiloto {
  id: null
  isTotal?: true
}

const number = { numeric: true } as const

type Distance = Pick<Rendimiento, 'km' | 'galones' | 'km_galon'>

const distanceColumns = <Row extends Distance>(): Column<Row>[] => [
  oneLineColumn('Km', 'labelled', 6, ({ km }) => formatInteger(km), number),
  oneLineColumn('Galones', 'labelled', 6, ({ galones }) => formatGalones(galones), number),
  oneLineColumn('Km/gal', 'labelled', 5, ({ km_galon }) => km_galon !== null && formatKmGalon(km_galon), {
    ...number,
    none: 'Sin dato',
  }),
]

const amountColumn = (label: string, of: (row: CostoRow) => number): Column<CostoRow> =>
  oneLineColumn(label, 'labelled', 7.5, (row) => formatQuetzales(of(row)), number)

export const costoColumns = (mayOpenTruck: boolean): Column<CostoRow>[] => [
  oneLineColumn('Camión', 'title', 8, ({ placa }) => placa, {
    href: ({ camion_id }) =>
      camion_id !== null && mayOpenTruck ? withId('/mostrar-camiones/:id', camion_id) : undefined,
  }),
  ...distanceColumns<CostoRow>(),
  amountColumn('Combustible', ({ combustible }) => combustible),
  amountColumn('Mantenimiento', ({ mantenimiento }) => mantenimiento),
  amountColumn('Gastos', ({ gastos }) => gastos),
  amountColumn('Costo', ({ costo }) => costo),
  oneLineColumn(
    'Costo por km',
    'lead',
    6.5,
    ({ costo_km }) => costo_km !== null && <strong>{formatQuetzales(costo_km)}</strong>,
    {
      ...number,
      none: 'Sin kilómetros',
      card: ({ costo_km }) => costo_km !== null && `${formatQuetzales(costo_km)} por km`,
    },
  ),
]

export const pilotoColumns: Column<PilotoRow>[] = [
  column('Piloto', 'title', 16, ({ piloto, isTotal }) => piloto ?? (isTotal ? 'Total' : 'Sin piloto'), {
    href: ({ chofer_id }) => (chofer_id === null ? undefined : withId('/dinero/piloto/:id', chofer_id)),
  }),
  ...distanceColumns<PilotoRow>(),
]
