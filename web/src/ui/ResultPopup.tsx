import { CircleAlert, CircleCheck } from 'lucide-react'
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
interface OpenResult extends Result {
  close: () => void
}

let show: ((result: OpenResult) => void) | undefined

/** Tells how an operation ended; resolves when the user goes on. */
export const tell = (type: Result['type'], message: string) =>
  new Promise<void>((close) => show?.({ type, message, close }))

/** The one result popup of the whole app: `tell` opens it. */
export function ResultPopup() {
  const [result, setResult] = useState<OpenResult | null>(null)
  useEffect(() => {
    show = setResult
    return () => {
      show = undefined
    }
  }, [])
  if (!result) return null
  const failed = result.type === 'error'
  const Icon = failed ? CircleAlert : CircleCheck
  const close = () => {
    setResult(null)
    result.close()
  }
  return (
    <Modal alert title={titles[result.type]} onClose={close} className="text-center">
      <span
        className={cx(
          'mx-auto my-4 grid size-14 place-items-center rounded-full',
          failed ? 'bg-danger-soft text-danger' : 'bg-good-soft text-good',
        )}
      >
        <Icon aria-hidden="true" className="size-8" />
      </span>
      <p className="text-pretty text-muted">{result.message}</p>
      <Button look="primary" className="mt-6 w-full" onClick={close}>
        Continuar
      </Button>
    </Modal>
  )
}
