import { fechaInWords } from '@flota/contract/core/calendar.ts'
import { addDays, diaInWords } from '@flota/contract/core/dates.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Totales } from '@flota/contract/reports/periodos.ts'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { IvaWord } from '../../shared/IvaWord.tsx'
import { CobrosPanel } from './CobrosPanel.tsx'
import { EnCaminoPanel } from './EnCaminoPanel.tsx'
import { MesPanel } from './MesPanel.tsx'
import { type DailyReport, Panel, PanelStat, PanelsWaitContext } from './Panel.tsx'
import { MantenimientosPanel, VencimientosPanel } from './PlazosPanels.tsx'
import { PrimerosPasos } from './PrimerosPasos.tsx'
import { RespaldoPanel } from './RespaldoPanel.tsx'
import { compare, reportFrom, rowOfDay } from './reportIncome.ts'
import { rutasOfDayHref } from './rutasHref.ts'

/** The owner's overview of today and this month, refreshed each minute. */
export function AdminPage() {
  const hoy = useToday()
  const reportes = usePolledEndpoint(
    'GET /api/reportes',
    hoy ? { query: { filtro: 'dia', fechaInicio: reportFrom(hoy), fechaFin: hoy } } : null,
  )
  const blocks = (
    // Two independent columns: panels of one grid row would leave gaps.
    <div className="grid items-start gap-4 *:grid *:min-w-0 *:gap-4 xl:grid-cols-2">
      <div>
        <HoyPanel answer={reportes} />
        <EnCaminoPanel />
        <VencimientosPanel />
      </div>
      <div>
        <MesPanel answer={reportes} />
        <CobrosPanel />
        <MantenimientosPanel />
        <RespaldoPanel />
      </div>
    </div>
  )
  return (
    <>
      <PageHeading title="Panel de la empresa" />
      <p className="-mt-4 mb-4 min-h-6 text-muted">
        {hoy && <span className="block first-letter:uppercase">{fechaInWords(hoy)}</span>}
      </p>
      <PrimerosPasos
        empty={reportes.data?.count === 0}
        placeholder={<PanelsWaitContext value>{blocks}</PanelsWaitContext>}
      >
        <PanelsWaitContext value={!reportes.data && !reportes.error}>{blocks}</PanelsWaitContext>
      </PrimerosPasos>
    </>
  )
}

const tripsOf = (row?: Totales) => row?.total_rutas ?? 0
const incomeOf = (row?: Totales) => row?.ingresos_totales ?? 0

function HoyPanel({ answer }: { answer: DailyReport }) {
  return (
    <Panel title="Hoy" answer={answer} minHeightRem={9} errorTitle="Error al cargar los reportes">
      {({ data: rows }, hoy) => {
        const weekAgo = addDays(hoy, -7)
        const [now, then] = [rowOfDay(rows, hoy), rowOfDay(rows, weekAgo)]
        const day = `el ${diaInWords(weekAgo, hoy)}`
        return (
          <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
            <PanelStat label="Viajes" value={formatInteger(tripsOf(now))} href={rutasOfDayHref(hoy)}>
              {compare(tripsOf(now), tripsOf(then), formatInteger)} {day} ({formatInteger(tripsOf(then))})
            </PanelStat>
            <PanelStat
              label="Ingresos"
              unit={<IvaWord />}
              value={formatQuetzales(incomeOf(now))}
              href={rutasOfDayHref(hoy)}
            >
              {compare(incomeOf(now), incomeOf(then), formatQuetzales)} {day} (
              {formatQuetzales(incomeOf(then))})
            </PanelStat>
          </div>
        )
      }}
    </Panel>
  )
}
