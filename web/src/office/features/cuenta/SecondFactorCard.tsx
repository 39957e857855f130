import { formatMomento } from '@flota/contract/core/format.ts'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'

// Lazy, because it loads the QR library.
const ActivarFactor = lazy(async () => ({
  default: (await import('./segundoFactor/ActivateSecondFactor.tsx')).ActivateSecondFactor,
}))

const DeactivateSecondFactor = lazyDialog(
  async () => (await import('./form/DeactivateSecondFactor.tsx')).DeactivateSecondFactor,
)

export function SecondFactorCard() {
  const answer = useEndpoint('GET /api/auth/segundo-factor')
  const [isActivating, setIsActivating] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const zona = useConfig()?.zona
  const own = answer.data?.data
  return (
    <section className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
      <h2 className="mb-2 text-xl font-bold tracking-tight">Segundo factor</h2>
      <p className="mb-4 text-muted">
        Al entrar, además de la contraseña, un código que muestra tu teléfono.
      </p>
      <LoadError title="Error al cargar tu segundo factor" query={answer} />
      {!own && !answer.error && <Loading label="Cargando tu segundo factor…" />}
      {own && isActivating && (
        <Suspense fallback={<Loading label="Cargando…" />}>
          <ActivarFactor
            onCancel={() => setIsActivating(false)}
            onDone={() => {
              setIsActivating(false)
              void answer.refetch()
            }}
          />
        </Suspense>
      )}
      {own && !own.activo && !isActivating && <Button onClick={() => setIsActivating(true)}>Activar</Button>}
      {own?.activo && !isActivating && (
        <div className="grid gap-4">
          <p>
            {own.desde && zona ? `Activado desde el ${formatMomento(own.desde, zona)}.` : 'Activado.'} Códigos
            de recuperación que te quedan: {own.recuperacion}.
          </p>
          <Button className="justify-self-start" onClick={() => setIsRemoving(true)}>
            Desactivar
          </Button>
        </div>
      )}
      {isRemoving && <DeactivateSecondFactor onClose={() => setIsRemoving(false)} />}
    </section>
  )
}
