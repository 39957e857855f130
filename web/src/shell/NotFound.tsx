import { useEffect } from 'react'
import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { MessageScreen } from './MessageScreen.tsx'

export function NotFound() {
  useEffect(() => {
    document.title = 'Página no encontrada'
  }, [])
  return (
    <MessageScreen title="Página no encontrada">
      <p className="text-muted">La dirección no existe o cambió.</p>
      <Link href="/" className={buttonClass()}>
        Ir al inicio
      </Link>
    </MessageScreen>
  )
}
