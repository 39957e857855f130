import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useEmpresa } from '../../api/empresa.ts'
import { useSession } from '../../api/session.ts'
import { Logo } from '../../ui/Logo.tsx'
import { landingOf } from './home.ts'
import { LoginForm } from './LoginForm.tsx'

export function LoginPage() {
  const session = useSession()
  const empresa = useEmpresa()
  // Set by the guard alone; `landingOf` checks it all the same.
  const origin = useHistoryState<{ origin?: unknown } | null>()?.origin
  const [hadSession] = useState(session !== null)
  useEffect(() => {
    document.title = 'Iniciar Sesión'
  }, [])
  if (session) return <Redirect to={hadSession ? '/' : landingOf(session, origin)} replace />
  return (
    <main className="grid min-h-dvh content-center bg-frame p-4">
      <div className="mx-auto w-full max-w-sm">
        <div className="mb-6 flex min-h-12 items-center justify-center gap-3 text-frame-strong">
          <Logo className="size-12" />
          <p className="text-xl font-bold text-balance">{empresa}</p>
        </div>
        <div className="rounded-ui bg-card p-6 shadow-soft">
          <h1 className="mb-5 text-2xl font-bold">Iniciar Sesión</h1>
          <LoginForm />
        </div>
      </div>
    </main>
  )
}
