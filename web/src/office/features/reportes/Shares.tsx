import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import {
  barWidthPercent,
  formatPercent,
  maxBars,
  periodoText,
  type Totales,
} from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { type ReactNode, useId, useState } from 'react'
import { EstadoBadge } from '../../../trip/EstadoBadge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { IvaWord } from '../../shared/IvaWord.tsx'
import { reportEstados } from './ReporteTotals.tsx'

export function EstadoShares({ totals }: { totals: Totales }) {
  return (
    <Shares title="Estado de los viajes">
      {reportEstados.map(({ estado, count, fill }) => (
        <Share
          key={estado}
          name={<EstadoBadge estado={estado} />}
          value={formatInteger(count(totals))}
          percent={formatPercent(count(totals), totals.total_rutas)}
          width={barWidthPercent(count(totals), totals.total_rutas)}
          fill={fill}
        />
      ))}
    </Shares>
  )
}

interface IncomeProps {
  /** Newest first. */
  rows: readonly ReporteRow[]
  total: number
}

export function IncomeShares({ rows, total }: IncomeProps) {
  const [all, setAll] = useState(false)
  return (
    <Shares
      title={
        <>
          Ingresos por periodo <IvaWord />
        </>
      }
      more={
        rows.length > maxBars && (
          <Button aria-expanded={all} onClick={() => setAll(!all)} className="mt-3">
            {all ? `Ver los últimos ${maxBars}` : `Ver todos (${formatInteger(rows.length)})`}
          </Button>
        )
      }
    >
      {(all ? rows : rows.slice(0, maxBars)).map(({ periodo, ingresos_totales }) => (
        <Share
          key={periodo}
          name={periodoText(periodo)}
          value={formatQuetzales(ingresos_totales)}
          percent={formatPercent(ingresos_totales, total)}
          width={barWidthPercent(ingresos_totales, total)}
          fill="bg-muted"
        />
      ))}
    </Shares>
  )
}

function Shares({ title, more, children }: { title: ReactNode; more?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-2 font-bold">
        {title}
      </h3>
      <ul className="grid gap-2.5">{children}</ul>
      {more}
    </section>
  )
}

interface ShareProps {
  name: ReactNode
  value: string
  percent: string
  /** Percent of the track. */
  width: number
  fill: string
}

function Share({ name, value, percent, width, fill }: ShareProps) {
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>{name}</span>
        <span>
          <span className="text-muted">{value}</span>{' '}
          <strong className="inline-block min-w-15 text-right">{percent}</strong>
        </span>
      </span>
      <span aria-hidden="true" className="h-3 rounded-full bg-sunken">
        <span className={cx('block h-full rounded-full', fill)} style={{ width: `${width}%` }} />
      </span>
    </li>
  )
}
