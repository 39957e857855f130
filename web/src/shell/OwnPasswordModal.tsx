import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { FormShell } from '../ui/FormShell.tsx'
import { footedSheetClass, Modal } from '../ui/Modal.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { tell } from '../ui/ResultPopup.tsx'

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
type Typed = Record<(typeof fields)[number]['name'], string>

type Campos = Readonly<Record<string, string | undefined>>

function wrongIn(typed: Typed): Campos {
  const missing = fields.filter(({ name }) => typed[name] === '')
  return {
    ...(typed.nueva !== typed.repetida && { repetida: 'Las contraseñas no son iguales.' }),
    ...Object.fromEntries(missing.map(({ name }) => [name, sentences.required])),
  }
}

/** For every role (docs/contract/sessions.md): without zod, which no phone loads, so it is no `DialogForm`. */
export function OwnPasswordModal({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({ actual: '', nueva: '', repetida: '' })
  const [campos, setCampos] = useState<Campos>({})
  const [failure, setFailure] = useState<{ title: string } | null>(null)

  const onSave = async (isHere: () => boolean) => {
    const wrong = wrongIn(typed)
    setCampos(wrong)
    setFailure(null)
    if (Object.keys(wrong).length > 0) return null
    try {
      const { actual, nueva } = typed
      const { message } = await call('POST /api/auth/password', { body: { actual, nueva } })
      return async () => {
        if (isHere()) onClose()
        await tell('edit', message)
      }
    } catch (error) {
      const told = error instanceof ApiError ? error.campos : {}
      setCampos(told)
      if (Object.keys(told).length === 0) setFailure({ title: messageOf(error) })
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
            value={typed[field.name]}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
            error={campos[field.name]}
          />
        ))}
      </FormShell>
    </Modal>
  )
}
