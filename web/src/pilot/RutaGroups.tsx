import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import type { DialogName, DialogProps } from './dialogs/dialogProps.ts'
import { groupByEstado, type MiRuta } from './misRutas.ts'
import { RutaCard } from './RutaCard.tsx'

interface Props {
  rutas: MiRuta[]
  hoy: string
  mayChange: boolean
  onShow: (name: DialogName, ruta: MiRuta) => void
  onDecided: DialogProps['onDecided']
}

/** Shows the current trips, then the next ones; done trips are collapsed. */
export function RutaGroups({ rutas, hoy, mayChange, onShow, onDecided }: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const { incidentes, enCurso, pendientes, hechas } = groupByEstado(rutas)
  const started = [...incidentes, ...enCurso]
  const isOnRoad = started.length > 0
  const upcoming = isOnRoad ? pendientes : pendientes.slice(1)
  const now = isOnRoad ? started : pendientes.slice(0, 1)
  const card = (ruta: MiRuta, large = false) => (
    <li key={ruta.id}>
      <RutaCard
        ruta={ruta}
        hoy={hoy}
        large={large}
        mayChange={mayChange}
        onShow={(name) => onShow(name, ruta)}
        onDecided={onDecided}
      />
    </li>
  )
  if (rutas.length === 0) return <NoRutas text="No tienes rutas asignadas. Contacta al administrador." />
  return (
    <>
      {now.length > 0 ? (
        <RutaGroup title={isOnRoad ? 'Ahora' : 'Siguiente'}>
          {now.map((ruta, index) => card(ruta, index === 0 || ruta.estado === 'Incidente'))}
        </RutaGroup>
      ) : (
        <NoRutas text="No tienes rutas pendientes ni en curso." />
      )}
      {upcoming.length > 0 && <RutaGroup title="Después">{upcoming.map((ruta) => card(ruta))}</RutaGroup>}
      {hechas.length > 0 && (
        // Renders the done trips on demand: forty cards would delay the first one.
        <details onToggle={() => setExpanded(true)} className="group rounded-ui border border-line bg-card">
          <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 p-4 font-semibold">
            <span className="flex-1">
              Entregadas de los últimos 7 días
              <span className="text-muted"> ({hechas.length})</span>
            </span>
            <ChevronDown className="size-6 shrink-0 transition-transform group-open:rotate-180" />
          </summary>
          {isExpanded && <ul className="grid gap-4 p-3 pt-0">{hechas.map((ruta) => card(ruta))}</ul>}
        </details>
      )}
    </>
  )
}

function RutaGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-lg leading-6 font-bold">{title}</h2>
      <ul className="grid gap-4">{children}</ul>
    </section>
  )
}

function NoRutas({ text }: { text: string }) {
  return (
    <div className="rounded-ui border border-line bg-card shadow-soft">
      <EmptyState text={text} />
    </div>
  )
}
