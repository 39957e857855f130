import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { Modal } from './Modal.tsx'

const titles = {
  success: 'Datos ingresados con éxito',
  edit: 'Estado actualizado',
  delete: 'Eliminado con éxito',
  error: 'Error en la operación',
} as const

interface Result {
  type: keyof typeof titles
  message: string
}
interface QueuedResult extends Result {
  other: string | undefined
  close: (other: boolean) => void
}

let enqueueResult: ((result: QueuedResult) => void) | undefined

/** Queues the result of an operation. Resolves when the user closes it, with true for the `other` button. */
export const showResult = (type: Result['type'], message: string, other?: string) =>
  new Promise<boolean>((close) => enqueueResult?.({ type, message, other, close }))

/** The app's only result popup; `showResult` opens it. */
export function ResultPopup() {
  const [[result], setResults] = useState<readonly QueuedResult[]>([])
  useEffect(() => {
    enqueueResult = (added) => setResults((results) => [...results, added])
    return () => {
      enqueueResult = undefined
    }
  }, [])
  if (!result) return null
  const failed = result.type === 'error'
  const Icon = failed ? CircleAlert : CircleCheck
  const close = (other: boolean) => {
    setResults((results) => results.slice(1))
    result.close(other)
  }
  return (
    <Modal
      key={result.message}
      alert
      title={titles[result.type]}
      onClose={() => close(false)}
      className="pb-0 text-center"
    >
      <span
        className={cx(
          'mx-auto my-4 grid size-14 place-items-center rounded-full',
          failed ? 'bg-danger-soft text-danger' : 'bg-good-soft text-good',
        )}
      >
        <Icon className="size-8" />
      </span>
      <p
        className={cx(
          'text-pretty whitespace-pre-line text-muted',
          result.message.includes('\n') && 'text-left',
        )}
      >
        {result.message}
      </p>
      {/* Sticky: the focused button would scroll a long message to its end. */}
      <div className="sticky bottom-0 -mx-6 grid auto-cols-fr gap-3 bg-card p-6 sm:grid-flow-col">
        <Button look="primary" onClick={() => close(false)}>
          Continuar
        </Button>
        {result.other && <Button onClick={() => close(true)}>{result.other}</Button>}
      </div>
    </Modal>
  )
}
