import { Suspense, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useEmpresa } from '../api/config.ts'
import { type Session, useSession } from '../api/session.ts'
import { CompanyLogo } from '../shell/CompanyLogo.tsx'
import type { Forgotten } from '../shell/leftovers/forgetPhone.ts'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { type LazyComponent, preload } from '../ui/lazyComponent.ts'
import { LoginForm } from './LoginForm.tsx'

/** Loads the clean-up only if a pilot may have worked here. */
async function forgetSession(): Promise<Forgotten> {
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- missing in older browsers
  if ((await indexedDB.databases?.())?.length === 0) return null
  const cleanUp = await import('../shell/leftovers/forgetPhone.ts')
  return cleanUp.forgetPhone()
}

export function LoginPage({ landing }: { landing: LazyComponent<{ session: Session; origin: unknown }> }) {
  const session = useSession()
  const empresa = useEmpresa()
  // Landing checks this value: a link may set it.
  const origin = useHistoryState<{ origin?: unknown } | null>()?.origin
  const [hadSession] = useState(session !== null)
  const [Leftovers, setLeftovers] = useState<Forgotten>(null)
  useEffect(() => {
    document.title = 'Iniciar Sesión'
  }, [])
  useEffect(() => {
    if (!hadSession) void forgetSession().then((found) => setLeftovers(() => found))
  }, [hadSession])
  // A reload after the login keeps the origin.
  if (session && hadSession && origin === undefined) return <Redirect to="/" replace />
  if (session)
    return (
      <Suspense fallback={<LoadingScreen text="Redirigiendo..." late />}>
        {Leftovers ? (
          <Leftovers userId={session.user.id} onDone={() => setLeftovers(null)} />
        ) : (
          <landing.Component session={session} origin={origin} />
        )}
      </Suspense>
    )
  return (
    <main className="grid min-h-dvh content-center bg-frame p-4">
      <div className="mx-auto w-full max-w-sm">
        <div className="mb-6 flex min-h-12 items-center justify-center gap-3 text-frame-strong">
          <CompanyLogo className="h-12 max-w-40" />
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
