import { sentences } from '@flota/contract/core/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { showResult } from '../ui/ResultPopup.tsx'

const fields = [
  { name: 'actual', label: 'Contraseña actual', autoComplete: 'current-password' },
  {
    name: 'nueva',
    label: 'Contraseña nueva',
    autoComplete: 'new-password',
    hint: 'Al menos 8 caracteres, y que no sea una contraseña común.',
  },
  { name: 'repetida', label: 'Repite la contraseña nueva', autoComplete: 'new-password' },
] as const
type PasswordValues = Record<(typeof fields)[number]['name'], string>

type FieldErrors = Readonly<Record<string, string | undefined>>

function validatePasswords(typed: PasswordValues): FieldErrors {
  const missing = fields.filter(({ name }) => typed[name] === '')
  return {
    ...(typed.nueva !== typed.repetida && { repetida: 'Las contraseñas no son iguales.' }),
    ...Object.fromEntries(missing.map(({ name }) => [name, sentences.required])),
  }
}

/** For every role (docs/contract/sessions.md). Not a `DialogForm`: the phone does not load zod. */
export function OwnPasswordModal({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState<PasswordValues>({ actual: '', nueva: '', repetida: '' })
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState<{ title: string } | null>(null)

  const onSave = async (isMounted: () => boolean) => {
    const clientErrors = validatePasswords(values)
    setFieldErrors(clientErrors)
    setFailure(null)
    if (Object.keys(clientErrors).length > 0) return null
    try {
      const { actual, nueva } = values
      const { message } = await call('POST /api/auth/password', { body: { actual, nueva } })
      return async () => {
        if (isMounted()) onClose()
        await showResult('edit', message)
      }
    } catch (error) {
      const serverErrors = error instanceof ApiError ? error.campos : {}
      setFieldErrors(serverErrors)
      if (Object.keys(serverErrors).length === 0) setFailure({ title: messageOf(error) })
      return null
    }
  }
  return (
    <Modal title="Cambiar contraseña" onClose={onClose} className={footedSheetClass}>
      <FormShell narrow onSave={onSave} onClose={onClose} failure={failure}>
        {fields.map((field) => (
          <PasswordField
            key={field.name}
            {...field}
            value={values[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
            error={fieldErrors[field.name]}
          />
        ))}
      </FormShell>
    </Modal>
  )
}
