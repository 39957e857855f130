import { can } from '@flota/contract/access.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useState } from 'react'
import { openDraft } from '../api/drafts.ts'
import { type Session, useSession } from '../api/session.ts'
import { useToday } from '../api/useToday.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { BlockedItems } from './BlockedItems.tsx'
import { DeviceWarnings } from './DeviceWarnings.tsx'
import { type DialogDraft, type DialogPrefill, draftPath } from './dialogs/dialogProps.ts'
import { type DialogName, LazyDialog } from './LazyDialog.tsx'
import type { MiRuta } from './misRutas.ts'
import { useOutbox } from './outbox/outbox.ts'
import { type OutboxItem, withPendingEstado } from './outbox/outboxItems.ts'
import { RutaGroups } from './RutaGroups.tsx'
import { RutasSkeleton } from './RutasSkeleton.tsx'
import { StatusBar } from './StatusBar.tsx'
import { UndoBar } from './UndoBar.tsx'
import { useMisRutas } from './useMisRutas.ts'

export function MisRutasPage() {
  const session = useSession()
  // The guard lets nobody else in.
  return session && <MisRutas session={session} />
}

/** A session or page that ended while typing left its draft: its dialog opens again. */
function dialogFromDraft(draft: DialogDraft | null): OpenDialog | null {
  return draft && { name: draft.dialog ?? 'Estado', ruta: draft.antes }
}

interface OpenDialog extends DialogPrefill {
  name: DialogName
  ruta: MiRuta
}

function MisRutas({ session }: { session: Session }) {
  const { user } = session
  const { error, busy, refresh } = useMisRutas(user)
  const { items, lectura } = useOutbox()
  const hoy = useToday()
  const [openDialog, setShown] = useState(() =>
    dialogFromDraft(openDraft<DialogDraft>(user.username, draftPath).read()),
  )
  const [undoableItems, setUndoable] = useState<readonly OutboxItem[]>([])
  const forget = useCallback(() => setUndoable([]), [])
  // What never reached the office has no reverse.
  const forgetOf = (rutaId: number) =>
    setUndoable((before) => (before.some(({ ruta_id }) => ruta_id === rutaId) ? [] : before))
  const mayChange = can(session, { anyOf: ['actualizar_estado'] })
  const rutas = lectura?.rutas.map((ruta) => withPendingEstado(ruta, items))

  return (
    <>
      <main className="mx-auto max-w-2xl p-4 pb-40 md:p-6 md:pb-40">
        <PageHeading title="Mis Rutas" />
        <div className="grid gap-4">
          <DeviceWarnings />
          <BlockedItems onDropped={forgetOf} />
          {rutas && hoy && (
            <RutaGroups
              rutas={rutas}
              hoy={hoy}
              mayChange={mayChange}
              onShow={(name, ruta) => setShown({ name, ruta })}
              onDecided={setUndoable}
            />
          )}
          {!rutas && error === null && <RutasSkeleton />}
          {!rutas && error !== null && <LoadFailure reason={error} busy={busy} onRetry={refresh} />}
        </div>
      </main>
      <StatusBar failed={error !== null} busy={busy} onRefresh={refresh}>
        {undoableItems.length > 0 && (
          <UndoBar key={undoableItems[0]?.id} items={undoableItems} onGone={forget} />
        )}
      </StatusBar>
      {openDialog && (
        <LazyDialog
          key={openDialog.name}
          {...openDialog}
          mayChange={mayChange}
          onDecided={setUndoable}
          onShow={(name, begun) => setShown({ ...openDialog, ...begun, name })}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}

interface LoadFailureProps {
  reason: string
  busy: boolean
  onRetry: () => Promise<unknown>
}

function LoadFailure({ reason, busy, onRetry }: LoadFailureProps) {
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
