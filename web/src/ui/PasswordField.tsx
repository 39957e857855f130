import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { cx } from './cx.ts'
import { Field, inputClass } from './Field.tsx'

interface Props {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  autoComplete: 'current-password' | 'new-password'
  hint?: string
  error?: string | undefined
  required?: boolean
}

export function PasswordField({ label, hint, error, required = true, onChange, ...input }: Props) {
  const [isVisible, setVisible] = useState(false)
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            {...input}
            type={isVisible ? 'text' : 'password'}
            onChange={({ target }) => onChange(target.value)}
            autoCapitalize="none"
            spellCheck={false}
            className={cx(inputClass, 'pr-12')}
          />
          <IconButton
            label={isVisible ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            onClick={() => setVisible(!isVisible)}
            className="absolute inset-y-0 right-0 text-muted"
          >
            {isVisible ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
