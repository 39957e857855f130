import { type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { cx } from '../ui/cx.ts'
import { type FormFailure, FormShell } from '../ui/FormShell.tsx'
import { mayClose } from '../ui/leaving.ts'
import { footedSheetClass, Modal } from '../ui/Modal.tsx'
import { tell } from '../ui/ResultPopup.tsx'

type Campos = Readonly<Record<string, string | undefined>>

interface Props {
  title: string
  onClose: () => void
  changed: boolean
  /** Errors found before the server is asked. */
  check?: () => Campos
  save: () => Promise<{ message: string }>
  /** How a result is shown, if not in the popup. */
  told?: (message: string) => unknown
  /** The failure of a save refused as a whole. */
  failureOf: (cause: string) => FormFailure
  /** Draws the fields, given their errors. */
  children: (campos: Campos) => ReactNode
  className?: string
  /** What saving does, on its button; else 'Guardar'. */
  saves?: string
}

/** A small form in a dialog; a save closes it and shows the result. */
export function FormModal({ title, changed, check, save, failureOf, children, ...props }: Props) {
  const { onClose, className, saves, told: show = (message) => tell('edit', message) } = props
  const [campos, setCampos] = useState<Campos>({})
  const [failure, setFailure] = useState<FormFailure | null>(null)
  // Closing an unchanged one must not trigger the question of the page below.
  const close = async () => (!changed || (await mayClose())) && onClose()

  const onSave = async (isHere: () => boolean) => {
    const wrong = check?.() ?? {}
    setCampos(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return null
    try {
      const { message } = await save()
      return async () => {
        if (isHere()) onClose()
        await show(message)
      }
    } catch (error) {
      const told = error instanceof ApiError ? error.campos : {}
      setCampos(told)
      if (Object.keys(told).length === 0) setFailure(failureOf(messageOf(error)))
      return null
    }
  }
  return (
    <Modal title={title} onClose={() => void close()} className={cx(footedSheetClass, className)}>
      <FormShell
        narrow
        onSave={onSave}
        onClose={() => void close()}
        failure={failure}
        changed={changed}
        saves={saves}
      >
        {children(campos)}
      </FormShell>
    </Modal>
  )
}
