import { type ReactNode, useEffect } from 'react'
import { useSession } from '../api/session.ts'
import { useVerification, verify } from '../api/verification.ts'
import { Button } from '../ui/Button.tsx'
import { LoadingScreen } from '../ui/LoadingScreen.tsx'
import { MessageScreen } from './MessageScreen.tsx'
import { RedirectToLogin } from './RedirectToLogin.tsx'
import { RedirectToSegundoFactor } from './RedirectToSegundoFactor.tsx'

/** Requires a session; at each page load the server is asked whether it still holds. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession()
  const verification = useVerification()
  useEffect(() => {
    if (session && verification === 'pending') void verify()
  }, [session, verification])

  if (!session) return <RedirectToLogin />
  // What a pilot sees is kept on the phone: it is shown at once, and only a refusal ends it.
  if (verification === 'valid' || session.rol_nombre === 'piloto')
    return session.needsSecondFactor && location.pathname !== '/segundo-factor' ? (
      <RedirectToSegundoFactor />
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
