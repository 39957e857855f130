import { calls } from '@flota/contract/core/calls.ts'
import { formatMomento } from '@flota/contract/core/format.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { KeyRound, Mail } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { usePermission, useSession } from '../../../api/session.ts'
import { OwnPasswordDialog } from '../../../shell/OwnPasswordDialog.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import {
  isNotifying,
  isRefused,
  startNotifying,
  stopNotifying,
  supportsNotifications,
} from '../../frame/notices/systemNotices.ts'
import { LoadingLines } from '../../shared/LoadingLines.tsx'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import { SesionesList } from './SesionesList.tsx'

/** The user's own settings. Printing the page prints only the recovery codes. */
export function MiCuentaPage() {
  const may = usePermission()
  const session = useSession()
  return (
    <>
      <PageHeading title="Mi cuenta" />
      <div className="grid grid-cols-1 gap-8">
        <PasswordSection />
        <SecondFactorCard />
        <div className="grid grid-cols-1 gap-8 print:hidden">
          {may(calls['GET /api/auth/correo']) && <CorreoCard />}
          {session && session.rol_nombre !== 'piloto' && <SystemNoticesSection userId={session.user.id} />}
          <SesionesList />
        </div>
      </div>
    </>
  )
}

interface SectionProps {
  title: string
  className?: string
  children: ReactNode
}

const Section = ({ title, className, children }: SectionProps) => (
  <section className={cx('rounded-ui border border-line bg-card p-4 shadow-soft md:p-6', className)}>
    <h2 className="mb-2 text-xl font-bold tracking-tight">{title}</h2>
    {children}
  </section>
)

function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title="Contraseña" className="print:hidden">
      <p className="mb-4 text-muted">Al cambiarla se cierran tus demás sesiones.</p>
      <Button onClick={() => setIsOpen(true)}>
        <KeyRound aria-hidden="true" className="size-5" />
        Cambiar contraseña
      </Button>
      {isOpen && <OwnPasswordDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

const switchLabel = 'Avisarme en esta computadora'
const refusedText = 'El navegador no permite avisos de esta página.'

function SystemNoticesSection({ userId }: { userId: number }) {
  const isSupported = supportsNotifications()
  const [isOn, setIsOn] = useState(() => isNotifying(userId))
  const [refused, setRefused] = useState(isRefused)
  const id = useId()
  const toggle = async () => {
    if (isOn) stopNotifying(userId)
    const started = !isOn && (await startNotifying(userId))
    setIsOn(started)
    setRefused(!isOn && !started)
  }
  const problem = isSupported ? refused && refusedText : 'Este navegador no puede avisar.'
  return (
    <Section title="Avisos del navegador">
      <p className="mb-4 text-muted">
        Cuando un viaje se retrasa o tiene un incidente, también con el programa en otra ventana.
      </p>
      <label className="flex w-fit items-center gap-3">
        <Switch
          label={switchLabel}
          checked={isOn}
          disabled={!isSupported}
          describedBy={id}
          onToggle={() => void toggle()}
        />
        {switchLabel}
      </label>
      <p id={id} role="status" className="mt-2 font-semibold text-danger empty:hidden">
        {problem}
      </p>
    </Section>
  )
}

// Lazy, because the form loads zod.
const CorreoForm = lazyDialog(async () => (await import('./form/CorreoForm.tsx')).CorreoForm)

function CorreoCard() {
  const answer = useEndpoint('GET /api/auth/correo')
  const isAdministrador = useSession()?.rol_nombre === 'administrador'
  const [isOpen, setIsOpen] = useState(false)
  const own = answer.data?.data
  return (
    <Section title="Correo">
      <p className="mb-4 text-muted">
        Cada lunes, lo que la campana te avisa.
        {isAdministrador && ' También, en el momento, si falla un respaldo.'}
      </p>
      <LoadError title="Error al cargar tu correo" query={answer} />
      {!own && !answer.error && (
        <LoadingLines
          label="Cargando tu correo…"
          widths={['w-64 max-w-full', 'w-40']}
          className="min-h-24 gap-4"
        />
      )}
      {own && answer.data && (
        <div className="grid gap-4">
          {answer.data.message === sentences.mailNotConfigured && (
            <Banner kind="notice" title={sentences.mailNotConfigured}>
              Puedes escribir el tuyo ya: los avisos llegan cuando quien instaló el programa lo configure.
            </Banner>
          )}
          <dl className="grid gap-x-8 gap-y-4 md:grid-cols-2">
            <div className="min-w-0">
              <dt className="text-sm text-muted">Tu correo</dt>
              <dd className="wrap-anywhere">{own.correo ?? 'Sin correo'}</dd>
            </div>
            <div>
              <dt className="text-sm text-muted">Avisos por correo</dt>
              <dd>{own.avisos ? 'Sí' : 'No'}</dd>
            </div>
          </dl>
          <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
            <Mail aria-hidden="true" className="size-5" />
            {own.correo === null ? 'Escribir mi correo' : 'Cambiar correo'}
          </Button>
          {isOpen && <CorreoForm own={own} onClose={() => setIsOpen(false)} />}
        </div>
      )}
    </Section>
  )
}

// Lazy, because it loads the QR library.
const ActivarFactor = lazy(async () => ({
  default: (await import('./segundoFactor/ActivateSecondFactor.tsx')).ActivateSecondFactor,
}))

const DeactivateSecondFactor = lazyDialog(
  async () => (await import('./form/DeactivateSecondFactor.tsx')).DeactivateSecondFactor,
)

function SecondFactorCard() {
  const answer = useEndpoint('GET /api/auth/segundo-factor')
  const [isActivating, setIsActivating] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const zona = useConfig()?.zona
  const own = answer.data?.data
  return (
    <Section title="Segundo factor">
      <p className="mb-4 text-muted">
        Al entrar, además de la contraseña, un código que muestra tu teléfono.
      </p>
      <LoadError title="Error al cargar tu segundo factor" query={answer} />
      {!own && !answer.error && <Loading label="Cargando tu segundo factor…" />}
      {own && isActivating && (
        <Suspense fallback={<Loading label="Cargando…" />}>
          <ActivarFactor
            onCancel={() => setIsActivating(false)}
            onDone={() => {
              setIsActivating(false)
              void answer.refetch()
            }}
          />
        </Suspense>
      )}
      {own && !own.activo && !isActivating && <Button onClick={() => setIsActivating(true)}>Activar</Button>}
      {own?.activo && !isActivating && (
        <div className="grid gap-4">
          <p>
            {own.desde && zona ? `Activado desde el ${formatMomento(own.desde, zona)}.` : 'Activado.'} Códigos
            de recuperación que te quedan: {own.recuperacion}.
          </p>
          <Button className="justify-self-start" onClick={() => setIsRemoving(true)}>
            Desactivar
          </Button>
        </div>
      )}
      {isRemoving && <DeactivateSecondFactor onClose={() => setIsRemoving(false)} />}
    </Section>
  )
}
