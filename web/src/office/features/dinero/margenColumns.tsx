import { formatFecha, formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Margen, MargenGrupo } from '@flota/contract/money/margen.ts'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { cx } from '../../../ui/cx.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'

/** The row of totals has an empty `clave`. */
export interface MargenRow extends Margen {
  id: null
}

const recordPages = {
  ruta: '/mostrar-ruta/:id',
  cliente: '/mostrar-clientes/:id',
  trayecto: null,
  camion: '/mostrar-camiones/:id',
  piloto: '/dinero/piloto/:id',
  mes: null,
} as const satisfies Record<MargenGrupo, string | null>
export type MargenPage = NonNullable<(typeof recordPages)[MargenGrupo]>

export const margenGrupoWords: Record<MargenGrupo, string> = {
  ruta: 'Ruta',
  cliente: 'Cliente',
  trayecto: 'Trayecto',
  camion: 'Camión',
  piloto: 'Piloto',
  mes: 'Mes',
}

/** A row, but not the totals, is muted while expenses are unreviewed. */
const isMuted = ({ por_revisar, clave }: MargenRow) => por_revisar > 0 && clave !== ''

const Amount = ({ row, children }: { row: MargenRow; children: ReactNode }) => (
  <span className={cx(isMuted(row) && 'text-muted')}>{children}</span>
)

const porciento = new Intl.NumberFormat('es-GT', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const sortBy = (name: 'margen' | 'viajes' | 'ingreso') => ({
  sort: { asc: name, desc: `-${name}`, startsDescending: true },
})

const moneyColumn = (label: string, of: (row: MargenRow) => number): Column<MargenRow> => ({
  label,
  phone: 'labelled',
  width: 7,
  numeric: true,
  cell: (row) => <Amount row={row}>{formatQuetzales(of(row))}</Amount>,
})

/** A trip's client, places and day: its number alone says nothing. */
const viajeColumn: Column<MargenRow> = stacked(
  column('Cliente', 'subtitle', 12, ({ viaje }) => viaje?.cliente, { none: ' ' }),
  {
    label: 'Trayecto y fecha',
    phone: 'note',
    cell: ({ viaje }) => viaje && `${formatFecha(viaje.fecha)} · ${viaje.origen} → ${viaje.destino}`,
  },
)

const viajesColumn: Column<MargenRow> = column(
  'Viajes',
  'badge',
  5,
  (row) => <Amount row={row}>{formatInteger(row.viajes)}</Amount>,
  {
    numeric: true,
    ...sortBy('viajes'),
    card: ({ viajes }) => `${formatInteger(viajes)} ${viajes === 1 ? 'viaje' : 'viajes'}`,
  },
)

export function margenColumns(
  por: MargenGrupo,
  mayOpen: (page: MargenPage) => boolean,
  iva: string,
): Column<MargenRow>[] {
  const page = recordPages[por]
  return [
    stacked(
      (por === 'ruta' ? oneLineColumn : column)<MargenRow>(
        margenGrupoWords[por],
        'title',
        por === 'ruta' ? 6 : por === 'trayecto' ? 18 : 13,
        ({ nombre }) => nombre,
        {
          href: ({ clave }) => (page && clave && mayOpen(page) ? withId(page, Number(clave)) : undefined),
        },
      ),
      {
        label: 'Por revisar',
        phone: 'foot',
        cell: ({ clave, por_revisar }) =>
          por_revisar > 0 && (
            <span className="flex items-center gap-1 font-semibold text-notice">
              <Clock aria-hidden="true" className="size-4" />
              {por === 'ruta' && clave ? 'Por revisar' : `${formatInteger(por_revisar)} por revisar`}
            </span>
          ),
      },
    ),
    por === 'ruta' ? viajeColumn : viajesColumn,
    { ...moneyColumn(`Ingreso ${iva}`, ({ ingreso }) => ingreso), ...sortBy('ingreso') },
    moneyColumn('Combustible', ({ combustible }) => combustible),
    moneyColumn('Gastos', ({ gastos }) => gastos),
    moneyColumn('Comisiones', ({ comisiones }) => comisiones),
    moneyColumn('Costo', ({ costo }) => costo),
    stacked(
      {
        label: 'Margen directo',
        // A client's name beside it would leave it no room.
        phone: por === 'ruta' ? 'figure' : 'lead',
        width: 8,
        numeric: true,
        ...sortBy('margen'),
        cell: (row) => (
          <strong className={cx(row.margen < 0 ? 'text-danger' : isMuted(row) && 'text-muted')}>
            {formatQuetzales(row.margen)}
          </strong>
        ),
        card: ({ margen, margen_pct }) => (
          <span className={cx(margen < 0 && 'text-danger')}>
            {por !== 'ruta' && 'Margen directo '}
            {formatQuetzales(margen)}
            {margen_pct !== null && ` · ${porciento.format(margen_pct)} %`}
          </span>
        ),
      },
      {
        label: 'Margen directo %',
        phone: 'hidden',
        none: 'Sin ingreso',
        cell: (row) =>
          row.margen_pct !== null && (
            <span className={cx(!isMuted(row) && 'text-ink')}>{porciento.format(row.margen_pct)} %</span>
          ),
      },
    ),
  ]
}
