import { ShieldX } from 'lucide-react'
import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'

export function AccesoDenegado() {
  return (
    <div className="mx-auto grid max-w-lg justify-items-center gap-2 py-16 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-danger-soft text-danger">
        <ShieldX aria-hidden="true" className="size-8" />
      </span>
      <PageHeading title="Acceso Denegado" />
      <p>No tienes permisos para ver esta pantalla.</p>
      <p className="mb-4 text-muted">Contacta al administrador del sistema.</p>
      <Link href="/" className={buttonClass()}>
        Ir al inicio
      </Link>
    </div>
  )
}
