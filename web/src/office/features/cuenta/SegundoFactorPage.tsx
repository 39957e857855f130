import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { setNeedsSecondFactor, useSession } from '../../../api/session.ts'
import { logOut } from '../../../shell/logOut.ts'
import { matchPage } from '../../../shell/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { ActivateSecondFactor } from './segundoFactor/ActivateSecondFactor.tsx'

/** Validates the origin, although only Guard sets it. */
const isOwnPage = (origin: unknown): origin is string =>
  typeof origin === 'string' && matchPage(origin.split('?', 1)[0] ?? '') !== undefined

/** Forces a user to activate a required second factor, then navigates to the original page. */
export function SegundoFactorPage() {
  const session = useSession()
  const origin = useHistoryState<{ origin?: unknown } | null>()?.origin
  const [isConfirmed, setIsConfirmed] = useState(false)
  useEffect(() => {
    document.title = 'Segundo factor'
  }, [])
  if (!session) return null
  // Keeps the recovery codes on the screen even if another tab updates the session.
  if (!session.needsSecondFactor && !isConfirmed)
    return <Redirect to={isOwnPage(origin) ? origin : '/'} replace />
  return (
    <main className="grid min-h-dvh content-center bg-frame p-4">
      <div className="mx-auto grid w-full max-w-lg gap-5 rounded-ui bg-card p-6 shadow-soft">
        <h1 className="text-2xl font-bold">Activa tu segundo factor para continuar.</h1>
        <p>
          Tu empresa pide un segundo factor: al entrar, además de la contraseña, un código de tu teléfono.
        </p>
        <ActivateSecondFactor
          onConfirmed={() => setIsConfirmed(true)}
          onDone={() => {
            setIsConfirmed(false)
            setNeedsSecondFactor(false)
          }}
        />
        <Button look="quiet" className="justify-self-start print:hidden" onClick={() => void logOut()}>
          Cerrar sesión
        </Button>
      </div>
      <ConfirmDialog />
    </main>
  )
}
