import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { type Failure, FormShell } from '../ui/FormShell.tsx'
import { Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { tell } from '../ui/ResultPopup.tsx'

type Campo = 'actual' | 'nueva' | 'repetida'
type Campos = Partial<Record<Campo, string>>

const none = { actual: '', nueva: '', repetida: '' }

/** What can be said before the server is asked. */
function check(values: Record<Campo, string>): Campos {
  const empty = (campo: Campo) => (values[campo] === '' ? { [campo]: sentences.required } : {})
  const differs = values.nueva !== values.repetida && { repetida: 'Las contraseñas no son iguales.' }
  return { ...differs, ...empty('actual'), ...empty('nueva'), ...empty('repetida') }
}

/** Anyone changes the own password here (contract.md section 4). */
export function OwnPasswordModal({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(none)
  const [campos, setCampos] = useState<Campos>({})
  const [failure, setFailure] = useState<Failure | null>(null)

  const save = async () => {
    const wrong = check(values)
    setCampos(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return null
    try {
      const { message } = await call('POST /api/auth/password', {
        body: { actual: values.actual, nueva: values.nueva },
      })
      return async () => {
        onClose()
        await tell('edit', message)
      }
    } catch (error) {
      const told = error instanceof ApiError ? error.campos : {}
      setCampos(told)
      if (Object.keys(told).length === 0) setFailure({ title: messageOf(error) })
      return null
    }
  }

  const field = (campo: Campo) => ({
    name: campo,
    value: values[campo],
    error: campos[campo],
    onChange: (value: string) => setValues({ ...values, [campo]: value }),
  })
  return (
    <Modal title="Cambiar contraseña" onClose={onClose}>
      <FormShell narrow onSave={save} onClose={onClose} failure={failure}>
        <PasswordField {...field('actual')} label="Contraseña actual" autoComplete="current-password" />
        <PasswordField
          {...field('nueva')}
          label="Contraseña nueva"
          autoComplete="new-password"
          hint="Al menos 8 caracteres, y que no sea una contraseña común."
        />
        <PasswordField
          {...field('repetida')}
          label="Repite la contraseña nueva"
          autoComplete="new-password"
        />
      </FormShell>
    </Modal>
  )
}
