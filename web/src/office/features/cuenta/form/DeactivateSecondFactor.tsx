import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { FormShell } from '../../../../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../../../../ui/Modal.tsx'
import { OneTimeCodeField } from '../../../../ui/OneTimeCodeField.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'

export function DeactivateSecondFactor({ onClose }: { onClose: () => void }) {
  const remove = useSave('DELETE /api/auth/segundo-factor')
  const [codigo, setCodigo] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<{ title: string } | null>(null)
  const onSave = async (isHere: () => boolean) => {
    setError(undefined)
    setFailure(null)
    try {
      const { message } = await remove({ query: { codigo } })
      return async () => {
        if (isHere()) onClose()
        await showResult('edit', message)
      }
    } catch (cause) {
      const fieldError = cause instanceof ApiError ? cause.campos.codigo : undefined
      if (fieldError) setError(fieldError)
      else setFailure({ title: messageOf(cause) })
      return null
    }
  }
  return (
    <Modal title="Desactivar el segundo factor" onClose={onClose} className={footedSheetClass}>
      <FormShell narrow onSave={onSave} onClose={onClose} failure={failure} submitLabel="Desactivar">
        <OneTimeCodeField value={codigo} onChange={setCodigo} error={error} allowsRecoveryCode />
      </FormShell>
    </Modal>
  )
}
