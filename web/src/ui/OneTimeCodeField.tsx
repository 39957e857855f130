import { useState } from 'react'
import { Field, inputClass } from './Field.tsx'

interface Props {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  /** A recovery code is taken too. */
  allowsRecoveryCode?: boolean
}

/** Six digits of an app, which a phone offers by itself; for a recovery code its keyboard must have letters. */
export function OneTimeCodeField({ value, onChange, error, allowsRecoveryCode = false }: Props) {
  const [isRecovery, setIsRecovery] = useState(false)
  return (
    <div className="grid gap-2">
      <Field
        label="Código"
        required
        error={error}
        hint={isRecovery ? 'Uno de tus códigos de recuperación.' : 'Los seis dígitos de tu aplicación.'}
      >
        {(control) => (
          <input
            {...control}
            key={String(isRecovery)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the other kind of code was asked for here
            autoFocus={isRecovery}
            name="codigo"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoCapitalize="none"
            spellCheck={false}
            className={inputClass}
          />
        )}
      </Field>
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
