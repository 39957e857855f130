import { Component, type ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { MessageScreen } from './MessageScreen.tsx'

/** Usually the error is a missing chunk: a new release has replaced it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <MessageScreen title="Algo salió mal">
        <p role="alert" className="text-muted">
          No se pudo mostrar esta pantalla. Puede que haya una versión nueva del sistema o que falle la
          conexión.
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          Recargar
        </Button>
      </MessageScreen>
    )
  }
}
