import { can } from '@flota/contract/core/access.ts'
import { stripRutaPrefix } from '@flota/contract/core/format.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useCallback, useEffect, useState } from 'react'
import { type Session, useSession } from '../api/session.ts'
import { useToday } from '../api/useToday.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { DeviceWarnings } from './DeviceWarnings.tsx'
import type { DialogName } from './dialogs/dialogProps.ts'
import { InstallButton } from './InstallButton.tsx'
import { LazyBlockedItems } from './LazyBlockedItems.tsx'
import { LazyDialog } from './LazyDialog.tsx'
import { useOutbox } from './outbox/outbox.ts'
import { type OutboxItem, withPendingEstado } from './outbox/outboxItems.ts'
import { ResumeButtons } from './ResumeButtons.tsx'
import { RutaGroups } from './RutaGroups.tsx'
import { StatusBar } from './StatusBar.tsx'
import { useMisRutas } from './useMisRutas.ts'
import { useOpenDialog } from './useOpenDialog.ts'

export function MisRutasPage() {
  const session = useSession()
  // Guard ensures a session.
  return session && <MisRutas session={session} />
}

function MisRutas({ session }: { session: Session }) {
  const { user } = session
  const { error, busy, refresh } = useMisRutas(user)
  const { items, lectura } = useOutbox()
  const hoy = useToday()
  const [openDialog, setOpenDialog] = useOpenDialog(user.username, lectura)
  const [undoableItems, setUndoableItems] = useState<readonly OutboxItem[]>([])
  const forget = useCallback(() => setUndoableItems([]), [])
  // Nothing to undo: the office has not received it.
  const forgetOf = (rutaId: number) =>
    setUndoableItems((before) => (before.some(({ ruta_id }) => ruta_id === rutaId) ? [] : before))
  const mayChange = can(session, { anyOf: ['actualizar_estado'] })
  const rutas = lectura?.rutas.map((ruta) => withPendingEstado(ruta, items))
  const anyRuta = lectura?.ultimas?.[0] ?? lectura?.rutas[0]

  return (
    <>
      <main className="mx-auto max-w-2xl p-4 pt-2 pb-40 md:p-6 md:pb-40">
        <PageHeading title="Mis Rutas">
          {mayChange && anyRuta && <GastoButton onShow={(name) => setOpenDialog({ name, ruta: anyRuta })} />}
        </PageHeading>
        <div className="-mt-3 grid gap-4">
          <DeviceWarnings />
          <LazyBlockedItems onDropped={forgetOf} />
          {rutas && hoy && (
            <RutaGroups
              rutas={rutas}
              hoy={hoy}
              mayChange={mayChange}
              onShow={(name, ruta) => setOpenDialog({ name, ruta })}
              onDecided={setUndoableItems}
            />
          )}
          <InstallButton />
          {!rutas && error === null && <RutasSkeleton />}
          {!rutas && error !== null && (
            <Banner
              kind="error"
              title="Error al cargar las rutas"
              action={
                <Button busy={busy} onClick={() => void refresh()} className="py-3">
                  <RefreshCw className="size-5" />
                  Reintentar
                </Button>
              }
            >
              {error}
            </Banner>
          )}
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
          onDecided={setUndoableItems}
          onShow={(name, draft) => setOpenDialog({ name, ruta: openDialog.ruta, draft })}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  )
}

/** 'Gasto', or its draft. */
function GastoButton({ onShow }: { onShow: (name: DialogName) => void }) {
  const isStarted = useOutbox().drafts.some(([, , form]) => form === 'Gasto')
  if (isStarted) return <ResumeButtons rutaId={0} onShow={onShow} />
  return (
    <Button onClick={() => onShow('Gasto')} className="min-h-11 text-base">
      Gasto
    </Button>
  )
}

const undoDurationMs = 10_000

interface UndoBarProps {
  items: readonly OutboxItem[]
  onGone: () => void
}

/** Offers for 10 s to undo the last press. */
function UndoBar({ items, onGone }: UndoBarProps) {
  useEffect(() => {
    const timer = setTimeout(onGone, undoDurationMs)
    return () => clearTimeout(timer)
  }, [onGone])
  const undo = () => {
    onGone()
    void import('./outbox/sending/decisions.ts').then(({ undoItems }) => undoItems(items))
  }
  return (
    <section aria-label="Deshacer" className="bg-frame px-4 py-2 font-semibold text-frame-strong">
      <p className="mx-auto flex max-w-2xl items-center justify-between gap-3">
        <span>Ruta {stripRutaPrefix(items[0]?.no_ruta ?? '')}: guardado</span>
        <Button onClick={undo} className="shrink-0 py-3">
          Deshacer
        </Button>
      </p>
    </section>
  )
}

function RutasSkeleton() {
  return (
    <>
      <Loading label="Cargando rutas…" />
      <div className="grid gap-3">
        <Skeleton className="my-1.5 h-4 w-24" />
        <div className="grid gap-5 rounded-ui border-2 border-line bg-card p-4">
          <div className="flex justify-between">
            <Skeleton className="h-8 w-32" />
            <Skeleton className="h-8 w-28" />
          </div>
          <Skeleton className="h-6 w-36" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-8 w-4/5" />
          <span className="h-14 animate-pulse rounded-ui bg-sunken" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      </div>
    </>
  )
}
