import { useState } from 'react'
import { TextField } from './TextField.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  allowsRecoveryCode?: boolean
}

/** Six digits, which phones can autofill, or a recovery code, for which the keyboard must have letters. */
export function OneTimeCodeField({ value, onChange, error, allowsRecoveryCode = false }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="grid gap-2">
      <TextField
        key={String(isRecovery)}
        label="Código"
        required
        error={error}
        hint={isRecovery ? 'Uno de tus códigos de recuperación.' : 'Los seis dígitos de tu aplicación.'}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user has just switched to the recovery code
        autoFocus={isRecovery}
        name="codigo"
        value={value}
        onChange={onChange}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
      />
      {allowsRecoveryCode && (
        <button
          type="button"
          className="justify-self-start text-link underline max-md:min-h-11"
          onClick={() => {
            onChange('')
            setIsRecovery(!isRecovery)
          }}
        >
          {isRecovery ? 'Usar el código de la aplicación' : 'Usar un código de recuperación'}
        </button>
      )}
    </div>
  )
}
