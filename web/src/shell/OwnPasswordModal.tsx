import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import { FormModal } from './FormModal.tsx'

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

/** For every role (contract.md section 4). */
export function OwnPasswordModal({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState({ actual: '', nueva: '', repetida: '' })
  const { actual, nueva, repetida } = values
  const check = () => {
    const missing = fields.filter(({ name }) => values[name] === '')
    return {
      ...(nueva !== repetida && { repetida: 'Las contraseñas no son iguales.' }),
      ...Object.fromEntries(missing.map(({ name }) => [name, sentences.required])),
    }
  }
  return (
    <FormModal
      title="Cambiar contraseña"
      onClose={onClose}
      changed={false}
      check={check}
      save={() => call('POST /api/auth/password', { body: { actual, nueva } })}
      failureOf={(cause) => ({ title: cause })}
    >
      {(campos) =>
        fields.map((field) => (
          <PasswordField
            key={field.name}
            {...field}
            value={values[field.name]}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
            error={campos[field.name]}
          />
        ))
      }
    </FormModal>
  )
}
