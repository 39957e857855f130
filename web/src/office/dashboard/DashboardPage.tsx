import { useSession } from '../../api/session.ts'
import { mayOpen, type Section } from '../../paths.ts'
import { Resumen } from './Resumen.tsx'
import { SeccionesPage } from './SeccionesPage.tsx'
import { hintsFor } from './secciones.ts'

/** The day's summary; users who may not see routes get the list of their sections. */
export function DashboardPage({ sections }: { sections: readonly Section[] }) {
  const session = useSession()
  if (!session) return null
  if (!mayOpen(session, '/rutas')) return <SeccionesPage session={session} sections={sections} />
  return <Resumen session={session} hints={hintsFor(session, sections)} />
}
