import { can } from '@flota/contract/access.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useState } from 'react'
import { openDraft } from '../api/drafts.ts'
import { type Session, useSession } from '../api/session.ts'
import { useToday } from '../api/useToday.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { HeldItems } from './BlockedItems.tsx'
import { Hints } from './DeviceWarnings.tsx'
import { type BegunDialog, type Draft, draftPath } from './dialogs/dialogProps.ts'
import { type DialogName, LazyDialog } from './LazyDialog.tsx'
import type { MiRuta } from './misRutas.ts'
import { useCola } from './outbox/outbox.ts'
import { asDecided, type Item } from './outbox/outboxItems.ts'
import { RutaGroups } from './RutaGroups.tsx'
import { WaitingRutas } from './RutasSkeleton.tsx'
import { FootLine } from './StatusBar.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useMisRutas } from './useMisRutas.ts'

export function MisRutasPage() {
  const session = useSession()
  // The guard lets nobody else in.
  return session && <MisRutas session={session} />
}

/** A session or page that ended while typing left its draft: its dialog opens again. */
function openedBy(draft: Draft | null): Shown | null {
  return draft && { name: draft.dialog ?? 'Estado', ruta: draft.antes }
}

interface Shown extends BegunDialog {
  name: DialogName
  ruta: MiRuta
}

function MisRutas({ session }: { session: Session }) {
  const { user } = session
  const { error, busy, refresh } = useMisRutas(user)
  const { items, lectura } = useCola()
  const hoy = useToday()
  const [shown, setShown] = useState(() => openedBy(openDraft<Draft>(user.username, draftPath).read()))
  const [undoable, setUndoable] = useState<readonly Item[]>([])
  const forget = useCallback(() => setUndoable([]), [])
  // What never reached the office has no reverse.
  const forgetOf = (rutaId: number) =>
    setUndoable((before) => (before.some(({ ruta_id }) => ruta_id === rutaId) ? [] : before))
  const mayChange = can(session, { anyOf: ['actualizar_estado'] })
  const rutas = lectura?.rutas.map((ruta) => asDecided(ruta, items))

  return (
    <>
      <main className="mx-auto max-w-2xl p-4 pb-40 md:p-6 md:pb-40">
        <PageHeading title="Mis Rutas" />
        <div className="grid gap-4">
          <Hints />
          <HeldItems onDropped={forgetOf} />
          {rutas && hoy && (
            <RutaGroups
              rutas={rutas}
              hoy={hoy}
              mayChange={mayChange}
              onShow={(name, ruta) => setShown({ name, ruta })}
              onDecided={setUndoable}
            />
          )}
          {!rutas && error === null && <WaitingRutas />}
          {!rutas && error !== null && <Failed reason={error} busy={busy} onRetry={refresh} />}
        </div>
      </main>
      <FootLine failed={error !== null} busy={busy} onRefresh={refresh}>
        {undoable.length > 0 && <UndoBar key={undoable[0]?.id} items={undoable} onGone={forget} />}
      </FootLine>
      {shown && (
        <LazyDialog
          key={shown.name}
          {...shown}
          mayChange={mayChange}
          onDecided={setUndoable}
          onShow={(name, begun) => setShown({ ...shown, ...begun, name })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

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
