import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../api/ApiError.ts'
import { Field, inputClass } from '../../../ui/Field.tsx'
import { FormShell } from '../../../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../../../ui/Modal.tsx'
import { mayClose } from '../../../ui/navigationGuard.ts'

// As the contract has them; the schemas that say so stay with the forms.
const [fewest, most] = [5, 200]

interface Props {
  title: string
  /** What it is about. */
  detail: string
  /** What saving does. */
  saves: string
  save: (motivo: string) => Promise<unknown>
  failed: string
  onClose: () => void
}

/** Asks why. It is there with its key, so that nothing typed after that is heard by the page: it is no `DialogForm`, which is loaded first. */
export function MotivoModal({ title, detail, saves, save, failed, onClose }: Props) {
  const [motivo, setMotivo] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<{ title: string; detail: string } | null>(null)
  const changed = motivo !== ''
  const close = async () => (!changed || (await mayClose())) && onClose()
  const onSave = async (isHere: () => boolean) => {
    const { length } = [...motivo.trim()]
    const wrong =
      length === 0 ? sentences.required : length < fewest ? `Mínimo ${fewest} caracteres.` : undefined
    setError(wrong)
    setFailure(null)
    if (wrong) return null
    try {
      await save(motivo)
      return () => {
        if (isHere()) onClose()
      }
    } catch (refused) {
      const told = refused instanceof ApiError ? refused.campos.motivo : undefined
      if (told) setError(told)
      else setFailure({ title: failed, detail: messageOf(refused) })
      return null
    }
  }
  return (
    <Modal title={title} onClose={() => void close()} className={footedSheetClass}>
      <FormShell
        narrow
        saves={saves}
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
              maxLength={most}
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
