import { type ReactNode, useEffect } from 'react'
import { Redirect } from 'wouter'
import { useSession } from '../api/session.ts'
import { useVerification, verify } from '../api/verification.ts'
import { Button } from '../ui/Button.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { MessageScreen } from './MessageScreen.tsx'
import { RedirectToLogin } from './RedirectToLogin.tsx'

/** Requires a session that the server has confirmed since the page load. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession()
  const verification = useVerification()
  useEffect(() => {
    if (session && verification === 'pending') void verify()
  }, [session, verification])

  if (!session) return <RedirectToLogin />
  // A pilot works offline with stored data: only a rejection ends the session.
  if (verification === 'valid' || session.rol_nombre === 'piloto')
    return session.needsSecondFactor && location.pathname !== '/segundo-factor' ? (
      <Redirect to="/segundo-factor" replace state={{ origin: location.pathname + location.search }} />
    ) : (
      children
    )
  if (verification === 'unreachable') {
    return (
      <main>
        <MessageScreen title="Error de conexión">
          <p className="text-muted">
            No se pudo verificar tu sesión. Revisa tu conexión; al volver, seguimos donde estabas.
          </p>
          <Button look="primary" onClick={() => void verify()}>
            Reintentar
          </Button>
        </MessageScreen>
      </main>
    )
  }
  return <LoadingScreen text="Verificando autenticación..." />
}
