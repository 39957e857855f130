import { formatMomento } from '@flota/contract/core/format.ts'
import { CircleCheck, CircleSlash, Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { messageOf } from '../../../api/ApiError.ts'
import { useEndpoint, useInvalidate, useSave } from '../../../api/cache/queries.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { useConfig } from '../../../api/config.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { LoadError } from '../../../ui/LoadError.tsx'
import { LoadingLines } from '../../shared/LoadingLines.tsx'

type CorreoState = AnswerOf<'GET /api/correo'>['data']

export function CorreoPanel() {
  const answer = useEndpoint('GET /api/correo')
  const state = answer.data?.data
  return (
    <section>
      <h2 className="mb-3 text-xl font-bold tracking-tight">Correo</h2>
      <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        <LoadError title="Error al cargar el estado del correo" query={answer} />
        {!state && !answer.error && (
          <LoadingLines
            label="Cargando el estado del correo…"
            widths={['w-64 max-w-full', 'w-40']}
            className="min-h-24 gap-4"
          />
        )}
        {state && <CorreoStatus state={state} />}
      </div>
    </section>
  )
}

function CorreoStatus({ state }: { state: CorreoState }) {
  const { activo, remitente, ultimo_envio, ultimo_error } = state
  const zona = useConfig()?.zona
  const look = activo
    ? { Icon: CircleCheck, color: badgeColors.green, children: 'Activo' }
    : { Icon: CircleSlash, color: badgeColors.grey, children: 'Sin configurar' }
  const parts = {
    Estado: <Badge {...look} />,
    Remitente: remitente ?? 'Ninguno',
    'Último envío': ultimo_envio === null ? 'Ninguno' : zona && formatMomento(ultimo_envio, zona),
    'Último error': ultimo_error ?? 'Ninguno',
  }
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-8 gap-y-4 md:grid-cols-3 *:min-w-0 md:*:last:col-span-3">
        {Object.entries(parts).map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="wrap-anywhere has-[svg]:pt-0.5">{value}</dd>
          </div>
        ))}
      </dl>
      {activo ? (
        <SendTestMail />
      ) : (
        <p className="text-muted">
          Quien instaló el programa lo activa con SMTP_URL y CORREO_REMITENTE. A cada usuario le llega al
          correo que escribió en{' '}
          <Link href="/mi-cuenta" className="text-link underline">
            Mi cuenta
          </Link>
          .
        </p>
      )}
    </div>
  )
}

/** Sends a test mail to the user's own address and shows the mail server's answer. */
function SendTestMail() {
  const send = useSave('POST /api/correo/prueba')
  const readAgain = useInvalidate('POST /api/correo/prueba')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<{ failed: boolean; message: string }>()
  const onSend = async () => {
    setBusy(true)
    setResult(undefined)
    try {
      const { message } = await send()
      setResult({ failed: false, message })
    } catch (error) {
      setResult({ failed: true, message: messageOf(error) })
      // A failed attempt changes the status too.
      void readAgain()
    }
    setBusy(false)
  }
  return (
    <>
      {result?.failed && <Banner kind="error" title={result.message} />}
      {result && !result.failed && (
        <output>
          <Badge Icon={CircleCheck} color={badgeColors.green}>
            {result.message}
          </Badge>
        </output>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button busy={busy} onClick={() => void onSend()}>
          <Send aria-hidden="true" className="size-5" />
          Enviar correo de prueba
        </Button>
        <p className="text-sm text-muted">
          Va al correo que escribiste en{' '}
          <Link href="/mi-cuenta" className="text-link underline">
            Mi cuenta
          </Link>
          .
        </p>
      </div>
    </>
  )
}
