import { useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { useSave } from '../../../../api/cache/queries.ts'
import { FormShell } from '../../../../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../../../../ui/Modal.tsx'
import { CodigoField } from '../../../../ui/OneTimeCodeField.tsx'
import { tell } from '../../../../ui/ResultPopup.tsx'

/** Asks for a last code. */
export function DesactivarFactor({ onClose }: { onClose: () => void }) {
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
        await tell('edit', message)
      }
    } catch (cause) {
      const told = cause instanceof ApiError ? cause.campos.codigo : undefined
      if (told) setError(told)
      else setFailure({ title: messageOf(cause) })
      return null
    }
  }
  return (
    <Modal title="Desactivar el segundo factor" onClose={onClose} className={footedSheetClass}>
      <FormShell narrow onSave={onSave} onClose={onClose} failure={failure} saves="Desactivar">
        <CodigoField value={codigo} onChange={setCodigo} error={error} recovers />
      </FormShell>
    </Modal>
  )
}
