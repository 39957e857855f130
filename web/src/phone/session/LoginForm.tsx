import { sentences } from '@flota/contract/sentences.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/ApiError.ts'
import { call } from '../../api/call.ts'
import { getSession, lastSessionEnd, saveSession } from '../../api/session.ts'
import { skipVerification } from '../../api/verification.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field, inputClass } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'

const failed = 'Error al iniciar sesión'

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return failed
  // A refused name or password format is reported per field.
  return Object.values(error.campos)[0] ?? (error.message || failed)
}

const required = (value: string) => (value.trim() === '' ? sentences.required : undefined)

/** `onSend` begins to load what comes after, while the server looks at the password. */
export function LoginForm({ onSend }: { onSend: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(0)
  const [busy, setBusy] = useState(false)
  const [expired] = useState(() => lastSessionEnd() === 'expired')
  const [failure, setFailure] = useState<string | null>(null)

  useLayoutEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    ;(wrong ?? form.current?.querySelector<HTMLElement>('input'))?.focus()
  }, [tried])

  const send = async () => {
    if (sending.current) return
    setFailure(null)
    if (required(username) || password === '') return setTried((count) => count + 1)
    sending.current = true
    setBusy(true)
    onSend()
    try {
      const { data } = await call('POST /api/auth/login', { body: { username, password } })
      skipVerification()
      saveSession(data.token, data)
      // Of an answer of another shape no session is made.
      if (!getSession()) setFailure(failed)
    } catch (error) {
      setFailure(failureOf(error))
      form.current?.querySelector<HTMLElement>('[name=password]')?.focus()
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      className="grid gap-5"
    >
      {failure && <Banner kind="error" title={failure} />}
      {expired && !failure && <Banner kind="notice" title={sentences.sessionExpired} />}
      <Field label="Usuario" required error={tried > 0 ? required(username) : undefined}>
        {(control) => (
          <input
            {...control}
            name="username"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className={inputClass}
          />
        )}
      </Field>
      <PasswordField
        label="Contraseña"
        name="password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={tried > 0 && password === '' ? sentences.required : undefined}
      />
      <Button look="primary" type="submit" busy={busy} className="mt-1 w-full">
        {busy ? 'Iniciando sesión…' : 'Iniciar Sesión'}
      </Button>
    </form>
  )
}
