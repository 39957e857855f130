import { Suspense, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useEmpresa } from '../api/config.ts'
import { type Session, useSession } from '../api/session.ts'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { Logo } from '../ui/Logo.tsx'
import { type LazyComponent, preload } from '../ui/lazyComponent.ts'
import { LoginForm } from './LoginForm.tsx'

export function LoginPage({ landing }: { landing: LazyComponent<{ session: Session; origin: unknown }> }) {
  const session = useSession()
  const empresa = useEmpresa()
  // Landing checks this value: a link may set it.
  const origin = useHistoryState<{ origin?: unknown } | null>()?.origin
  const [hadSession] = useState(session !== null)
  useEffect(() => {
    document.title = 'Iniciar Sesión'
  }, [])
  if (session && hadSession) return <Redirect to="/" replace />
  if (session)
    return (
      <Suspense fallback={<LoadingScreen text="Redirigiendo..." late />}>
        <landing.Component session={session} origin={origin} />
      </Suspense>
    )
  return (
    <main className="grid min-h-dvh content-center bg-frame p-4">
      <div className="mx-auto w-full max-w-sm">
        <div className="mb-6 flex min-h-12 items-center justify-center gap-3 text-frame-strong">
          <Logo className="size-12" />
          <p className="text-xl font-bold text-balance">{empresa}</p>
        </div>
        <div className="rounded-ui bg-card p-6 shadow-soft">
          <h1 className="mb-5 text-2xl font-bold">Iniciar Sesión</h1>
          <LoginForm onSend={() => preload(landing.load)} />
        </div>
      </div>
    </main>
  )
}
