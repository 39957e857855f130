import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { type Session, useSession } from '../../../api/session.ts'
import { canOpen } from '../../../shell/paths.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { sections } from '../../frame/sections.ts'
import { Resumen } from './Resumen.tsx'
import { hintsFor, sectionsFor } from './sectionLinks.ts'

/** Shows the day's summary, or a list of sections to users without access to routes. */
export function DashboardPage() {
  const session = useSession()
  if (!session) return null
  if (!canOpen(session, '/rutas')) return <Secciones session={session} />
  return <Resumen session={session} hints={hintsFor(session, sections)} />
}

function Secciones({ session }: { session: Session }) {
  const links = sectionsFor(session, sections)
  return (
    <>
      <PageHeading title="Secciones Disponibles" />
      {links.length === 0 ? (
        <div className="rounded-ui border border-line bg-card shadow-soft">
          <EmptyState text="No tienes permisos asignados. Contacta al administrador del sistema." />
        </div>
      ) : (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {links.map(({ page, label, about, Icon }) => (
            <li key={page}>
              <Link
                href={page}
                className="flex items-center gap-4 rounded-ui border border-line bg-card p-4 shadow-soft hover:border-field"
              >
                <span className="grid size-12 shrink-0 place-items-center rounded-ui bg-frame text-accent">
                  <Icon aria-hidden="true" className="size-6" />
                </span>
                <span className="grid min-w-0 flex-1">
                  <span className="text-lg font-bold">{label}</span>
                  <span className="text-muted">{about}</span>
                </span>
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
