import { fechaInWords } from '@flota/contract/calendar.ts'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { EnCaminoPanel } from './EnCaminoPanel.tsx'
import { HoyPanel } from './HoyPanels.tsx'
import { MesPanel } from './MesPanel.tsx'
import { PanelsWaitContext } from './Panel.tsx'
import { MantenimientosPanel, VencimientosPanel } from './PlazosPanels.tsx'
import { PrimerosPasos } from './PrimerosPasos.tsx'
import { RespaldoPanel } from './RespaldoPanel.tsx'
import { reportFrom } from './reportIncome.ts'

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
