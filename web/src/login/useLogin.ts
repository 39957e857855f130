import { sentences } from '@flota/contract/sentences.ts'
import { useRef, useState } from 'react'
import { ApiError } from '../api/ApiError.ts'
import { call } from '../api/call.ts'
import { getSession, saveSession } from '../api/session.ts'
import { skipVerification } from '../api/verification.ts'

const failed = 'Error al iniciar sesión'

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return failed
  // A refused name or password format is reported per field.
  return Object.values(error.campos)[0] ?? (error.message || failed)
}

const required = (value: string) => (value.trim() === '' ? sentences.required : undefined)

/** What is typed, and what is wrong with it once it was sent. */
function useTyped() {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  /** Null until the server asks for it. */
  const [codigo, setCodigo] = useState<string | null>(null)
  const [wrongCodigo, setWrongCodigo] = useState<string>()
  const [tried, setTried] = useState(0)
  const isTried = tried > 0
  const errors = {
    username: isTried ? required(username) : undefined,
    password: isTried && password === '' ? sentences.required : undefined,
    codigo: wrongCodigo ?? (isTried ? required(codigo ?? '') : undefined),
  }
  const isMissing = !!required(username) || password === '' || codigo?.trim() === ''
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
function useTold({ codigo, setWrongCodigo, step }: ReturnType<typeof useTyped>, onFailed: () => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const clear = () => {
    setFailure(null)
    setWrongCodigo(undefined)
  }
  const tell = (error: unknown) => {
    const { status = 0, code = '' } = error instanceof ApiError ? error : {}
    if (code === 'CODIGO_REQUERIDO') return step('')
    const isCodigo = code === 'CODIGO_INCORRECTO'
    if (isCodigo) setWrongCodigo(failureOf(error))
    else setFailure(failureOf(error))
    // The password is another since it was typed.
    if (status === 401 && !isCodigo && codigo !== null) return step(null)
    onFailed()
  }
  return { failure, setFailure, clear, tell }
}

/** Name and password first; the code of who has a second factor only once the server asks for it. */
export function useLogin(onSend: () => void, onFailed: () => void) {
  const sending = useRef(false)
  const typed = useTyped()
  const told = useTold(typed, onFailed)
  const [busy, setBusy] = useState(false)

  const send = async () => {
    if (sending.current) return
    told.clear()
    if (typed.isMissing) return typed.setTried((count) => count + 1)
    sending.current = true
    setBusy(true)
    onSend()
    try {
      const { username, password, codigo } = typed
      const { data } = await call('POST /api/auth/login', { body: { username, password, codigo } })
      skipVerification()
      saveSession(data.token, data)
      // Of an answer of another shape no session is made.
      if (!getSession()) told.setFailure(failed)
    } catch (error) {
      told.tell(error)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  const back = () => {
    told.clear()
    typed.step(null)
  }
  return { ...typed, failure: told.failure, busy, send, back }
}
