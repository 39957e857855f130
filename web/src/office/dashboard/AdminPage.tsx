import { fechaInWords } from '@flota/contract/calendario.ts'
import { useEndpoint, useLive } from '../../api/cache/queries.ts'
import { useToday } from '../../api/useToday.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { EnCaminoPanel } from './EnCaminoPanel.tsx'
import { EstadosPanel } from './EstadosPanel.tsx'
import { HoyPanel } from './HoyPanel.tsx'
import { LicenciasPanel } from './LicenciasPanel.tsx'
import { MantenimientosPanel } from './MantenimientosPanel.tsx'
import { MesPanel } from './MesPanel.tsx'
import { RespaldoPanel } from './RespaldoPanel.tsx'
import { readingOf } from './reading.ts'
import { useReportes } from './useReportes.ts'

/** What the owner wants to know twice a day, in six calls; what moves by the minute is read anew each minute. */
export function AdminPage() {
  const hoy = useToday()
  const reportes = useReportes(hoy)
  const enCurso = useLive('GET /api/rutas', { query: { estado: 'En curso' } })
  const choferes = useEndpoint('GET /api/choferes', { query: { orden: 'vencimiento', porPagina: 100 } })
  const programados = useEndpoint('GET /api/mantenimientos', { query: { estado: 'Programado' } })
  return (
    <>
      <PageHeading title="Panel de la empresa" />
      <p className="-mt-4 mb-4 min-h-6 text-muted">
        {hoy && <span className="block first-letter:uppercase">{fechaInWords(hoy)}</span>}
      </p>
      <div className="grid gap-4 xl:grid-cols-2">
        <HoyPanel reading={reportes} />
        <EstadosPanel reading={reportes} />
        <MesPanel reading={reportes} />
        <EnCaminoPanel reading={readingOf(hoy, enCurso, (rutas, day) => ({ rutas, hoy: day }))} />
        <MantenimientosPanel
          reading={readingOf(hoy, programados, (mantenimientos, day) => ({ mantenimientos, hoy: day }))}
        />
        <LicenciasPanel reading={readingOf(hoy, choferes, (all, day) => ({ choferes: all, hoy: day }))} />
        <RespaldoPanel hoy={hoy} />
      </div>
    </>
  )
}
