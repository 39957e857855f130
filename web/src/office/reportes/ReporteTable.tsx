import { entero, quetzales } from '@flota/contract/format.ts'
import { periodoTexto, type Totales, totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Column, Table } from '../../list/Table.tsx'
import { cx } from '../../ui/cx.ts'
import { estadoLook } from '../../viaje/EstadoBadge.tsx'
import { estados } from '../parts/estados.ts'

interface Props {
  /** Undefined while they are on their way for the first time. */
  rows: readonly ReporteRow[] | undefined
  /** Those that the totals are of: all that there are, whatever is shown of them. */
  all: readonly ReporteRow[]
  /** Where a period's trips are shown; without it they are not. */
  hrefOf?: (periodo: string) => string
  stale?: boolean
  expected?: number
}

interface Line extends Totales {
  id: number
  text: string
  /** Undefined for all of them. */
  periodo?: string
}

/** One line a period, and one for all. */
export function ReporteTable({ rows, all, hrefOf, stale = false, expected = 0 }: Props) {
  const total: Line = {
    id: 0,
    text: `Total de ${all.length === 1 ? '1 periodo' : `${entero(all.length)} periodos`}`,
    ...totalesDe(all),
  }
  const nameOf = ({ text, periodo }: Line) =>
    periodo && hrefOf ? (
      <Link
        href={hrefOf(periodo)}
        aria-label={`${text}: ver sus viajes`}
        className="text-link hover:underline max-md:flex max-md:min-h-11 max-md:items-center"
      >
        {text}
      </Link>
    ) : (
      text
    )
  return (
    <Table
      label="Reporte Histórico"
      columns={columnsFor(nameOf)}
      rows={rows?.map((row, index) => ({ ...row, id: index + 1, text: periodoTexto(row.periodo) }))}
      total={rows && total}
      expected={expected}
      stale={stale}
      nameOf={({ text }) => text}
      card={(line) => <Card line={line} name={nameOf(line)} />}
    />
  )
}

const columnsFor = (nameOf: (line: Line) => ReactNode): Column<Line>[] => [
  { label: 'Periodo', width: 12, cell: nameOf },
  { label: 'Total de Rutas', width: 9, numeric: true, cell: (line) => entero(line.total_rutas) },
  ...estados.map(({ columna, count }) => ({
    label: columna,
    width: 8,
    numeric: true,
    cell: (line: Line) => entero(count(line)),
  })),
  { label: 'Ingresos Totales', width: 11, numeric: true, cell: (line) => quetzales(line.ingresos_totales) },
]

/** On a phone: how much came in, with how many trips; then how they stand. */
function Card({ line, name }: { line: Line; name: ReactNode }) {
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-x-4">
        <p className="text-lg font-bold">{name}</p>
        <p>
          {entero(line.total_rutas)} {line.total_rutas === 1 ? 'ruta' : 'rutas'}
        </p>
      </div>
      <p className="text-lg font-bold">{quetzales(line.ingresos_totales)}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {estados.map(({ estado, columna, count }) => {
          const { Icon } = estadoLook(estado)
          return (
            <li key={estado} className={cx('flex items-center gap-1.5', count(line) === 0 && 'text-muted')}>
              <Icon aria-hidden="true" className="size-4" />
              {columna} <strong>{entero(count(line))}</strong>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
