import { sentences } from '@flota/contract/core/sentences.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { lastSessionEnd } from '../api/session.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { OneTimeCodeField } from '../ui/OneTimeCodeField.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useLogin } from './useLogin.ts'

/** `onSend` preloads the next page while the server checks the password. */
export function LoginForm({ onSend }: { onSend: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const login = useLogin(onSend, () =>
    form.current?.querySelector<HTMLElement>('[name=codigo], [name=password]')?.focus(),
  )
  const { codigo, tried, busy, failure } = login
  const [expired] = useState(() => lastSessionEnd() === 'expired')
  const needsCodigo = codigo !== null

  useLayoutEffect(() => {
    const invalidField = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(invalidField ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [tried, needsCodigo])

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void login.send()
      }}
      className="grid gap-5"
    >
      {failure && <Banner kind="error" title={failure} />}
      {expired && !failure && <Banner kind="notice" title={sentences.sessionExpired} />}
      {needsCodigo ? (
        <OneTimeCodeField
          value={codigo}
          onChange={login.setCodigo}
          error={login.errors.codigo}
          allowsRecoveryCode
        />
      ) : (
        <CredentialFields login={login} />
      )}
      <Button look="primary" type="submit" busy={busy} className="mt-1 w-full">
        {busy ? 'Iniciando sesión…' : 'Iniciar Sesión'}
      </Button>
      {needsCodigo && (
        <Button look="quiet" onClick={login.back}>
          Volver
        </Button>
      )}
    </form>
  )
}

const CredentialFields = ({ login }: { login: ReturnType<typeof useLogin> }) => (
  <>
    <TextField
      label="Usuario"
      required
      error={login.errors.username}
      name="username"
      value={login.username}
      onChange={login.setUsername}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
    <PasswordField
      label="Contraseña"
      name="password"
      value={login.password}
      onChange={login.setPassword}
      autoComplete="current-password"
      error={login.errors.password}
    />
  </>
)
