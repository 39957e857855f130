import { periodoTipoOf } from '@flota/contract/core/calendar.ts'
import { formatQuetzalesShort } from '@flota/contract/core/format.ts'
import { periodoText, sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { useMemo, useState } from 'react'
import { ChartBars } from './ChartBars.tsx'
import { scaleMarks, toSlots } from './chart.ts'
import type { Range } from './presets.ts'
import { ReporteTotals } from './ReporteTotals.tsx'
import { periodoWords } from './reporteTexts.ts'

interface Props {
  /** Newest first, at least one. */
  rows: readonly ReporteRow[]
  range: Range
  title: string
}

const nothing = sumTotales([])

/** Shows trips and income over time below the totals or the highlighted period. Screen readers use the table. */
export function ReporteChart({ rows, range, title }: Props) {
  const { fechaInicio, fechaFin } = range
  const slots = useMemo(() => toSlots(rows, { fechaInicio, fechaFin }), [rows, fechaInicio, fechaFin])
  const [pointed, setPointed] = useState<string | null>(null)
  const slot = slots.find(({ periodo }) => periodo === pointed)
  const drawnBy = periodoTipoOf(slots[0]?.periodo ?? '')
  const countedBy = periodoTipoOf(rows[0]?.periodo ?? '')
  return (
    <section
      aria-label="Viajes e ingresos"
      className="rounded-ui border border-line bg-card px-4 py-3 shadow-soft xl:grid xl:grid-cols-[16rem_minmax(0,1fr)] xl:gap-x-6"
    >
      <div>
        <h2 className="mb-1 text-muted">{slot ? periodoText(slot.periodo) : title}</h2>
        <ReporteTotals totals={slot ? (slot.row ?? nothing) : sumTotales(rows)} />
      </div>
      <ChartBars
        slots={slots}
        trips={scaleMarks(Math.max(...slots.map(({ row }) => row?.total_rutas ?? 0)), 4, { whole: true })}
        income={scaleMarks(Math.max(...slots.map(({ row }) => row?.ingresos_totales ?? 0)), 2)}
        writeIncome={formatQuetzalesShort}
        pointed={slot?.periodo ?? null}
        onPoint={setPointed}
      />
      {drawnBy !== countedBy && (
        <p className="mt-2 text-sm text-muted xl:col-span-2">
          Son muchos {periodoWords[countedBy].many}: en el gráfico están agrupados por{' '}
          {periodoWords[drawnBy].one}. La tabla los tiene uno por uno.
        </p>
      )}
    </section>
  )
}
