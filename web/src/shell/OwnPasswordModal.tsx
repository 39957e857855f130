import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { FormModal } from './FormModal.tsx'

const empty = { actual: '', nueva: '', repetida: '' }

/** Anyone changes the own password here (contract.md section 4). */
export function OwnPasswordModal({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty)
  const { actual, nueva, repetida } = values
  const check = () => {
    const missing = Object.entries(values).filter(([, value]) => value === '')
    return {
      ...(nueva !== repetida && { repetida: 'Las contraseñas no son iguales.' }),
      ...Object.fromEntries(missing.map(([campo]) => [campo, sentences.required])),
    }
  }
  const field = (campo: keyof typeof empty) => ({
    name: campo,
    value: values[campo],
    onChange: (value: string) => setValues({ ...values, [campo]: value }),
  })
  return (
    <FormModal
      title="Cambiar contraseña"
      onClose={onClose}
      changed={false}
      check={check}
      save={() => call('POST /api/auth/password', { body: { actual, nueva } })}
      failureOf={(cause) => ({ title: cause })}
    >
      {(campos) => (
        <>
          <PasswordField
            {...field('actual')}
            label="Contraseña actual"
            autoComplete="current-password"
            error={campos.actual}
          />
          <PasswordField
            {...field('nueva')}
            label="Contraseña nueva"
            autoComplete="new-password"
            hint="Al menos 8 caracteres, y que no sea una contraseña común."
            error={campos.nueva}
          />
          <PasswordField
            {...field('repetida')}
            label="Repite la contraseña nueva"
            autoComplete="new-password"
            error={campos.repetida}
          />
        </>
      )}
    </FormModal>
  )
}
