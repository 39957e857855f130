import { can } from '@flota/contract/access.ts'
import type { RutaEstado } from '@flota/contract/estados.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { useToday } from '../../api/useToday.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { tell } from '../../ui/ResultPopup.tsx'
import type { Failure } from './ChangeFailure.tsx'
import { type Cambio, decide } from './cambio.ts'
import { differences } from './differences.ts'
import { type Decision, decisionDraft } from './draft.ts'
import { EstadoDialog } from './EstadoDialog.tsx'
import { Freshness } from './Freshness.tsx'
import { type DialogName, LazyDialog } from './LazyDialog.tsx'
import type { MiRuta } from './misRutas.ts'
import { RutaGroups } from './RutaGroups.tsx'
import { UnsentCambios } from './UnsentCambios.tsx'
import { useCambios } from './useCambios.ts'
import { useMisRutas } from './useMisRutas.ts'
import { WaitingRutas } from './WaitingRutas.tsx'

/** What the dialog is open for; with the key of the change once that is sent. */
type Deciding = Decision & Partial<Pick<Cambio, 'clave'>>

export function MisRutasPage() {
  const session = useSession()
  const username = session?.user.username ?? ''
  const { loaded, error, busy, refresh } = useMisRutas()
  const hoy = useToday()
  const [draft] = useState(() => decisionDraft(username))
  // A session that ended while typing left its draft: the dialog opens with it again.
  const [deciding, setDeciding] = useState<Deciding | null>(draft.read)
  const [shown, setShown] = useState<{ name: DialogName; ruta: MiRuta } | null>(null)
  const onDone = ({ clave }: Cambio, message: string) => {
    // In any other dialog the next change is being typed.
    setDeciding((open) => (open?.clave === clave ? null : open))
    void refresh()
    void tell('edit', message)
  }
  const cambios = useCambios(username, onDone, deciding?.antes.id)

  const open = (ruta: MiRuta) => {
    const { nuevoEstado, comentario } = cambios.of(ruta.id) ?? { nuevoEstado: ruta.estado, comentario: '' }
    setDeciding({ antes: ruta, nuevoEstado: nuevoEstado as RutaEstado, comentario })
  }
  const close = () => {
    // A refusal was read in the dialog, so closing it drops the change.
    if (deciding && cambios.of(deciding.antes.id)?.motivo) cambios.drop(deciding.antes.id)
    setDeciding(null)
  }
  const readAgain = async (id: number) => {
    const fresh = await refresh()
    return fresh ? (fresh.rutas.find((ruta) => ruta.id === id) ?? null) : undefined
  }
  const mayChange = session !== null && can(session, { anyOf: ['actualizar_estado'] })
  const failed = error !== null

  return (
    <>
      <main className="mx-auto max-w-2xl p-4 pb-24 md:p-6 md:pb-24">
        <PageHeading title="Mis Rutas" />
        <div className="grid gap-4">
          <UnsentCambios
            cambios={cambios}
            held={deciding?.antes.id}
            rutas={loaded?.rutas}
            reading={busy}
            onReview={open}
            onRefused={refresh}
          />
          {loaded && hoy && (
            <RutaGroups
              rutas={loaded.rutas}
              hoy={hoy}
              onChange={mayChange ? open : undefined}
              onShow={(name, ruta) => setShown({ name, ruta })}
            />
          )}
          {!loaded && !failed && <WaitingRutas />}
          {!loaded && failed && <Failed reason={error} busy={busy} onRetry={refresh} />}
        </div>
      </main>
      {loaded && <Freshness loaded={loaded} failed={failed} busy={busy} onRefresh={refresh} />}
      {deciding && (
        <EstadoDialog
          key={deciding.antes.id}
          start={deciding}
          refused={refusalOf(cambios.of(deciding.antes.id), deciding.antes)}
          send={(decision) => {
            const cambio = decide(decision, cambios.of(decision.antes.id))
            setDeciding(cambio)
            return cambios.send(cambio)
          }}
          readAgain={readAgain}
          keep={(decision) => (decision ? draft.keep(decision) : draft.drop())}
          onClose={close}
        />
      )}
      {shown && <LazyDialog {...shown} onClose={() => setShown(null)} />}
    </>
  )
}

/** The refusal of a change sent from the list, with what the office changed since the decision. */
const refusalOf = (cambio: Cambio | undefined, now: MiRuta): Failure | null =>
  cambio?.motivo
    ? { kind: 'refused', reason: cambio.motivo, gone: false, changes: differences(cambio.antes, now) }
    : null

interface FailedProps {
  reason: string
  busy: boolean
  onRetry: () => Promise<unknown>
}

function Failed({ reason, busy, onRetry }: FailedProps) {
  const retry = (
    <Button busy={busy} onClick={() => void onRetry()} className="py-3">
      <RefreshCw aria-hidden="true" className="size-5" />
      Reintentar
    </Button>
  )
  return (
    <Banner kind="error" title="Error al cargar las rutas" action={retry}>
      {reason}
    </Banner>
  )
}
