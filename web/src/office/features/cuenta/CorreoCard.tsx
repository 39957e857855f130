import { sentences } from '@flota/contract/core/sentences.ts'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useSession } from '../../../api/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'

// Lazy, because the form loads zod.
const CorreoForm = lazyDialog(async () => (await import('./form/CorreoForm.tsx')).CorreoForm)

export function CorreoCard() {
  const answer = useEndpoint('GET /api/auth/correo')
  const isAdministrador = useSession()?.rol_nombre === 'administrador'
  const [isOpen, setIsOpen] = useState(false)
  const own = answer.data?.data
  return (
    <section className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <h2 className="mb-2 text-xl font-bold tracking-tight">Correo</h2>
      <p className="mb-4 text-muted">
        Cada lunes, lo que la campana te avisa.
        {isAdministrador && ' También, en el momento, si falla un respaldo.'}
      </p>
      <LoadError title="Error al cargar tu correo" query={answer} />
      {!own && !answer.error && (
        <div className="grid min-h-24 gap-4">
          <Loading label="Cargando tu correo…" />
          <Skeleton className="w-64 max-w-full" />
          <Skeleton className="w-40" />
        </div>
      )}
      {own && answer.data && (
        <div className="grid gap-4">
          {answer.data.message === sentences.mailNotConfigured && (
            <Banner kind="notice" title={sentences.mailNotConfigured}>
              Puedes escribir el tuyo ya: los avisos llegan cuando quien instaló el programa lo configure.
            </Banner>
          )}
          <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
            <div className="min-w-0">
              <dt className="text-sm text-muted">Tu correo</dt>
              <dd className="wrap-anywhere">{own.correo ?? 'Sin correo'}</dd>
            </div>
            <div>
              <dt className="text-sm text-muted">Avisos por correo</dt>
              <dd>{own.avisos ? 'Sí' : 'No'}</dd>
            </div>
          </dl>
          <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
            <Mail aria-hidden="true" className="size-5" />
            {own.correo === null ? 'Escribir mi correo' : 'Cambiar correo'}
          </Button>
          {isOpen && <CorreoForm own={own} onClose={() => setIsOpen(false)} />}
        </div>
      )}
    </section>
  )
}
