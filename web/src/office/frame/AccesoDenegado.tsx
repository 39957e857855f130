import { ShieldX } from 'lucide-react'
import { Link } from 'wouter'
import type { Session } from '../../api/session.ts'
import { canOpen } from '../../shell/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { sections } from './sections.ts'

/** The two most used pages (docs/contract/screens.md). */
const suggestedPages: readonly string[] = ['/rutas', '/piloto-rutas']

export function AccesoDenegado({ session }: { session: Session }) {
  const links = sections.filter(({ page }) => suggestedPages.includes(page) && canOpen(session, page))
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger">
        <ShieldX aria-hidden="true" className="size-8" />
      </span>
      <PageHeading title="Acceso Denegado" />
      <p>No tienes permisos para ver esta pantalla.</p>
      <p className="mb-4 text-muted">Contacta al administrador del sistema.</p>
      <div className="flex flex-wrap justify-center gap-3">
        {links.map(({ page, label }) => (
          <Link key={page} href={page} className={buttonClass()}>
            {label}
          </Link>
        ))}
        {links.length === 0 && (
          <Link href="/" className={buttonClass()}>
            Ir al inicio
          </Link>
        )}
      </div>
    </div>
  )
}
