import { sentences } from '@flota/contract/sentences.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { getSession, saveSession } from '../api/session.ts'
import { skipVerification } from '../api/verification.ts'

const loginFailed = 'Error al iniciar sesión'

function loginErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return loginFailed
  // A refused name or password format is reported per field.
  return Object.values(error.campos)[0] ?? (error.message || loginFailed)
}

const requiredError = (value: string) => (value.trim() === '' ? sentences.required : undefined)

/** What is typed, and what is wrong with it once it was sent. */
function useLoginValues() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  /** Null until the server asks for it. */
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
  /** Asks for the code, or with null for name and password; these stay typed. */
  const step = (to: '' | null) => {
    setTried(0)
    setWrongCodigo(undefined)
    setCodigo(to)
  }
  const values = { username, setUsername, password, setPassword, codigo, setCodigo }
  return { ...values, errors, isMissing, tried, setTried, setWrongCodigo, step }
}

/** What the server said of it: at the code's field, above the form, or by asking for the other step. */
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
    const isCodigo = code === 'CODIGO_INCORRECTO'
    if (isCodigo) setWrongCodigo(loginErrorText(error))
    else setFailure(loginErrorText(error))
    // The password is another since it was typed.
    if (status === 401 && !isCodigo && codigo !== null) return step(null)
    onFailed()
  }
  return { failure, setFailure, clear, tell: showError }
}

/** Name and password first; the code of who has a second factor only once the server asks for it. */
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
      // Of an answer of another shape no session is made.
      if (!getSession()) errors.setFailure(loginFailed)
    } catch (error) {
      errors.tell(error)
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
