import { sentences } from '@flota/contract/core/sentences.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { getSession, saveSession } from '../api/session.ts'
import { skipVerification } from '../api/verification.ts'

const loginFailed = 'Error al iniciar sesión'

function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return loginFailed
  // Format errors of name and password come per field.
  return Object.values(error.campos)[0] ?? (error.message || loginFailed)
}

const requiredError = (value: string) => (value.trim() === '' ? sentences.required : undefined)

function useLoginValues() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  /** Null until the server requires a code. */
  const [codigo, setCodigo] = useState<string | null>(null)
  const [wrongCodigo, setWrongCodigo] = useState<string>()
  const [tried, setTried] = useState(0)
  const isTried = tried > 0
  const errors = {
    username: isTried ? requiredError(username) : undefined,
    password: isTried && password === '' ? sentences.required : undefined,
    codigo: wrongCodigo ?? (isTried ? requiredError(codigo ?? '') : undefined),
  }
  const isMissing = !!requiredError(username) || password === '' || codigo?.trim() === ''
  /** Switches to the code, or with null to name and password, which keep their values. */
  const step = (to: '' | null) => {
    setTried(0)
    setWrongCodigo(undefined)
    setCodigo(to)
  }
  const values = { username, setUsername, password, setPassword, codigo, setCodigo }
  return { ...values, errors, isMissing, tried, setTried, setWrongCodigo, step }
}

/** Shows a server error at the code, above the form or by switching the step. */
function useLoginErrors(
  { codigo, setWrongCodigo, step }: ReturnType<typeof useLoginValues>,
  onFailed: () => void,
) {
  const [failure, setFailure] = useState<string | null>(null)
  const clear = () => {
    setFailure(null)
    setWrongCodigo(undefined)
  }
  const showError = (error: unknown) => {
    const { status = 0, code = '' } = error instanceof ApiError ? error : {}
    if (code === 'CODIGO_REQUERIDO') return step('')
    const isWrongCodigo = code === 'CODIGO_INCORRECTO'
    if (isWrongCodigo) setWrongCodigo(loginErrorText(error))
    else setFailure(loginErrorText(error))
    // The password has changed since the user typed it.
    if (status === 401 && !isWrongCodigo && codigo !== null) return step(null)
    onFailed()
  }
  return { failure, setFailure, clear, showError }
}

/** Login with name and password; asks for a code once the server requires one. */
export function useLogin(onSend: () => void, onFailed: () => void) {
  const sending = useRef(false)
  const values = useLoginValues()
  const errors = useLoginErrors(values, onFailed)
  const [busy, setBusy] = useState(false)

  const send = async () => {
    if (sending.current) return
    errors.clear()
    if (values.isMissing) return values.setTried((count) => count + 1)
    sending.current = true
    setBusy(true)
    onSend()
    try {
      const { username, password, codigo } = values
      const { data } = await call('POST /api/auth/login', { body: { username, password, codigo } })
      skipVerification()
      saveSession(data.token, data)
      // saveSession stores no session for an unexpected response.
      if (!getSession()) errors.setFailure(loginFailed)
    } catch (error) {
      errors.showError(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const back = () => {
    errors.clear()
    values.step(null)
  }
  return { ...values, failure: errors.failure, busy, send, back }
}
