import { sentences } from '@flota/contract/core/sentences.ts'
import { generate } from 'lean-qr'
import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '../../../../api/ApiError.ts'
import { type AnswerOf, call } from '../../../../api/call.ts'
import { useEmpresa } from '../../../../api/config.ts'
import { useSession } from '../../../../api/session.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { OneTimeCodeField } from '../../../../ui/OneTimeCodeField.tsx'
import { PasswordField } from '../../../../ui/PasswordField.tsx'

type PendingFactor = AnswerOf<'POST /api/auth/segundo-factor'>['data']

interface Props {
  /** Called when the second factor is active and the recovery codes appear. */
  onConfirmed?: () => void
  onDone: () => void
  /** Offers to cancel before activation. */
  onCancel?: () => void
}

/** Asks for the password, then shows the QR code and asks for a first code, then shows the recovery codes. */
export function ActivateSecondFactor({ onConfirmed, onDone, onCancel }: Props) {
  const [pending, setPending] = useState<PendingFactor>()
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  const onAccepted = (recuperacion: string[]) => {
    onConfirmed?.()
    setCodes(recuperacion)
  }
  if (pending) return <CodeStep pending={pending} onConfirmed={onAccepted} onCancel={onCancel} />
  return <PasswordStep onStarted={setPending} onCancel={onCancel} />
}

/** Submits a form of one field; shows errors at the field or above the form. */
function useStep(campo: string, value: string, act: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const submit = async () => {
    if (busy) return
    setFailure(undefined)
    setError(value.trim() === '' ? sentences.required : undefined)
    if (value.trim() === '') return
    setBusy(true)
    try {
      await act()
    } catch (cause) {
      const fieldError = cause instanceof ApiError ? cause.campos[campo] : undefined
      if (fieldError) setError(fieldError)
      else setFailure(messageOf(cause))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return { busy, error, failure, onSubmit }
}

interface StepButtonsProps {
  label: string
  busy: boolean
  onCancel: (() => void) | undefined
}

const StepButtons = ({ label, busy, onCancel }: StepButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button look="primary" type="submit" busy={busy}>
      {label}
    </Button>
    {onCancel && <Button onClick={onCancel}>Cancelar</Button>}
  </div>
)

type StepProps = Pick<StepButtonsProps, 'onCancel'>

function PasswordStep({ onStarted, onCancel }: StepProps & { onStarted: (pending: PendingFactor) => void }) {
  const [actual, setActual] = useState('')
  const { busy, error, failure, onSubmit } = useStep('actual', actual, async () =>
    onStarted((await call('POST /api/auth/segundo-factor', { body: { actual } })).data),
  )
  return (
    <form ref={focusFirstField} noValidate onSubmit={onSubmit} className="grid max-w-sm gap-4">
      <p className="text-muted">
        Necesitas una aplicación de códigos en tu teléfono, como Google Authenticator o Microsoft
        Authenticator.
      </p>
      {failure && <Banner kind="error" title={failure} />}
      <PasswordField
        label="Contraseña actual"
        name="actual"
        value={actual}
        onChange={setActual}
        autoComplete="current-password"
        error={error}
      />
      <StepButtons label="Continuar" busy={busy} onCancel={onCancel} />
    </form>
  )
}

interface CodeStepProps extends StepProps {
  pending: PendingFactor
  onConfirmed: (codes: string[]) => void
}

function CodeStep({ pending, onConfirmed, onCancel }: CodeStepProps) {
  const [codigo, setCodigo] = useState('')
  const { busy, error, failure, onSubmit } = useStep('codigo', codigo, async () =>
    onConfirmed((await call('PUT /api/auth/segundo-factor', { body: { codigo } })).data.recuperacion),
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid max-w-sm gap-4">
      <p ref={focusElement} tabIndex={-1} className="outline-none">
        Escanea el código con la aplicación y escribe los seis dígitos que muestra.
      </p>
      <QrCode text={pending.uri} label="Código QR para la aplicación" />
      <a href={pending.uri} className="inline-flex min-h-11 items-center text-link underline md:hidden">
        Abrir la aplicación de este teléfono
      </a>
      <p className="text-sm text-muted">
        Si no puedes escanearlo, escribe esta clave en la aplicación:{' '}
        <span className="font-mono text-ink wrap-anywhere">
          {pending.secreto.match(/.{1,4}/g)?.join(' ')}
        </span>
      </p>
      {failure && <Banner kind="error" title={failure} />}
      <OneTimeCodeField value={codigo} onChange={setCodigo} error={error} />
      <StepButtons label="Activar" busy={busy} onCancel={onCancel} />
    </form>
  )
}

/** QR readers need this margin. */
const quietZoneModules = 4

/** Draws dark on white in every theme, because QR readers need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * quietZoneModules
  const dark: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++)
      if (code.get(x, y)) dark.push(`M${x + quietZoneModules} ${y + quietZoneModules}h1v1h-1z`)
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-56 rounded-ui">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={dark.join('')} />
    </svg>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const empresa = useEmpresa()
  const username = useSession()?.user.username
  const text = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
  }
  // Browsers offer the clipboard over https only.
  const canCopy = 'clipboard' in navigator
  return (
    <div className="grid max-w-md gap-4">
      <h3 ref={focusElement} tabIndex={-1} className="text-lg font-bold outline-none">
        Guarda tus códigos de recuperación
      </h3>
      <p>
        Si pierdes el teléfono, cada uno sirve una vez en lugar del código. Guárdalos fuera de este equipo: no
        se vuelven a mostrar.
      </p>
      <ul
        aria-label="Códigos de recuperación"
        className="grid grid-cols-2 gap-2 rounded-ui bg-sunken p-4 font-mono print:text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="hidden print:block">
        {empresa}: {username}
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">
        {canCopy && (
          <Button onClick={() => void copy().catch(() => undefined)}>{copied ? 'Copiados' : 'Copiar'}</Button>
        )}
        <Button onClick={() => window.print()}>Imprimir</Button>
        <a
          className="inline-flex min-h-10 items-center px-2 text-link underline max-md:min-h-11"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codigos-de-recuperacion.txt"
        >
          Descargar
        </a>
      </div>
      <Button look="primary" className="justify-self-start print:hidden" onClick={onDone}>
        Ya los guardé
      </Button>
    </div>
  )
}

/** Focuses the step's text: the previous step's button is gone. */
const focusElement = (words: HTMLElement | null) => words?.focus()

const focusFirstField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus()
