import { tipoOf } from '@flota/contract/calendar.ts'
import { quetzalesEnBreve } from '@flota/contract/format.ts'
import { periodoTexto, totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import { useMemo, useState } from 'react'
import { ChartBars } from './ChartBars.tsx'
import { marksOf, slotsOf } from './chart.ts'
import type { Range } from './presets.ts'
import { Figures } from './ReporteTotals.tsx'
import { palabras } from './reporteTexts.ts'

interface Props {
  /** Newest first, at least one. */
  rows: readonly ReporteRow[]
  range: Range
  /** The chart's accessible name. */
  title: string
}

const nothing = totalesDe([])

/** Trips and income over time, below the totals or the pointed period. Screen readers have the same in the table. */
export function ReporteChart({ rows, range, title }: Props) {
  const { fechaInicio, fechaFin } = range
  const slots = useMemo(() => slotsOf(rows, { fechaInicio, fechaFin }), [rows, fechaInicio, fechaFin])
  const [pointed, setPointed] = useState<string | null>(null)
  const slot = slots.find(({ periodo }) => periodo === pointed)
  const drawnBy = tipoOf(slots[0]?.periodo ?? '')
  const countedBy = tipoOf(rows[0]?.periodo ?? '')
  return (
    <section
      aria-label="Viajes e ingresos"
      className="rounded-ui border border-line bg-card px-4 py-3 shadow-soft xl:grid xl:grid-cols-[16rem_minmax(0,1fr)] xl:gap-x-6"
    >
      <div>
        <h2 className="mb-1 text-muted">{slot ? periodoTexto(slot.periodo) : title}</h2>
        <Figures totals={slot ? (slot.row ?? nothing) : totalesDe(rows)} />
      </div>
      <ChartBars
        slots={slots}
        trips={marksOf(Math.max(...slots.map(({ row }) => row?.total_rutas ?? 0)), 4, { whole: true })}
        income={marksOf(Math.max(...slots.map(({ row }) => row?.ingresos_totales ?? 0)), 2)}
        writeIncome={quetzalesEnBreve}
        pointed={slot?.periodo ?? null}
        onPoint={setPointed}
      />
      {drawnBy !== countedBy && (
        <p className="mt-2 text-sm text-muted xl:col-span-2">
          Son muchos {palabras[countedBy].many}: el gráfico los junta por {palabras[drawnBy].one}. La tabla
          los tiene uno por uno.
        </p>
      )}
    </section>
  )
}
