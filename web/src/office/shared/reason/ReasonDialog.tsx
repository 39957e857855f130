import { sentences } from '@flota/contract/core/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { FormShell } from '../../../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../../../ui/Modal.tsx'
import { confirmClose } from '../../../ui/navigationGuard.ts'

// Copied from the contract: importing its schemas would load zod with this page.
const [minReasonCharacters, maxReasonCharacters] = [5, 200]

export interface ReasonRequest {
  title: string
  detail: string
  submitLabel: string
  save: (motivo: string) => Promise<unknown>
  errorTitle: string
  onClose: () => void
}

/** Asks for a reason. Not a `DialogForm`: while that loads zod the page would receive the keys. */
export function ReasonDialog({ title, detail, submitLabel, save, errorTitle, onClose }: ReasonRequest) {
  const [motivo, setMotivo] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<{ title: string; detail: string } | null>(null)
  const changed = motivo !== ''
  const close = async () => (!changed || (await confirmClose())) && onClose()
  const onSave = async (isHere: () => boolean) => {
    const { length } = [...motivo.trim()]
    const wrong =
      length === 0
        ? sentences.required
        : length < minReasonCharacters
          ? `Mínimo ${minReasonCharacters} caracteres.`
          : undefined
    setError(wrong)
    setFailure(null)
    if (wrong) return null
    try {
      await save(motivo)
      return () => {
        if (isHere()) onClose()
      }
    } catch (cause) {
      const fieldError = cause instanceof ApiError ? cause.campos.motivo : undefined
      if (fieldError) setError(fieldError)
      else setFailure({ title: errorTitle, detail: messageOf(cause) })
      return null
    }
  }
  return (
    <Modal title={title} onClose={() => void close()} className={footedSheetClass}>
      <FormShell
        narrow
        submitLabel={submitLabel}
        changed={changed}
        failure={failure}
        onSave={onSave}
        onClose={() => void close()}
      >
        <p className="wrap-anywhere text-muted">{detail}</p>
        <Field required label="Motivo" error={error} hint="Queda anotado.">
          {(control) => (
            <input
              {...control}
              name="motivo"
              autoComplete="off"
              maxLength={maxReasonCharacters}
              value={motivo}
              onChange={({ target }) => setMotivo(target.value)}
              className={inputClass}
            />
          )}
        </Field>
      </FormShell>
    </Modal>
  )
}
