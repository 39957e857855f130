import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { countFigures, formatPercent, type Totales } from '@flota/contract/reports/periodos.ts'
import { estadoLook } from '../../../trip/EstadoBadge.tsx'
import { cx } from '../../../ui/cx.ts'
import { IvaWord } from '../../shared/IvaWord.tsx'

const fills: Record<RutaEstado, string> = {
  Pendiente: 'bg-pendiente-fill',
  'En curso': 'bg-en-curso-fill',
  Entregado: 'bg-entregado-fill',
  Incidente: 'bg-incidente-fill',
}

/** States in column order with their bar colour and count. */
export const reportEstados = countFigures.map(({ estado, key, columnTitle }) => ({
  estado,
  columna: columnTitle,
  fill: fills[estado],
  count: (of: Totales) => of[key],
}))

/** Shows trips, income and counts by state; also the chart's colour legend. */
export function ReporteTotals({ totals }: { totals: Totales }) {
  return (
    <div className="@container">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <p className="flex flex-wrap items-baseline gap-x-5 text-2xl leading-9 font-bold tracking-tight">
          <span>
            {formatInteger(totals.total_rutas)}{' '}
            <span className="text-base font-normal tracking-normal text-muted">
              {totals.total_rutas === 1 ? 'viaje' : 'viajes'}
            </span>
          </span>
          <span>
            {formatQuetzales(totals.ingresos_totales)} <IvaWord />
          </span>
        </p>
        <ul className="grid grid-cols-2 gap-x-4 gap-y-2 @max-[40rem]:w-full @min-[40rem]:grid-cols-4">
          {reportEstados.map(({ estado, columna, count, fill }) => {
            const { Icon } = estadoLook(estado)
            return (
              <li key={estado} className="flex items-center gap-2">
                <span aria-hidden="true" className={cx('h-9 w-1.5 shrink-0 rounded-full', fill)} />
                <span className="grid leading-tight">
                  <span className="flex items-center gap-1.5 text-sm text-muted">
                    <Icon aria-hidden="true" className="size-3.5" />
                    {columna}
                  </span>
                  <span>
                    <strong>{formatInteger(count(totals))}</strong>{' '}
                    <span className="text-sm text-muted">
                      {formatPercent(count(totals), totals.total_rutas)}
                    </span>
                  </span>
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
