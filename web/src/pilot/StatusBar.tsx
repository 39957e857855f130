import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { ReactNode } from 'react'
import { serverNow } from '../api/clock.ts'
import { useConfig } from '../api/config.ts'
import { useConnected } from '../api/connection.ts'
import { useNow } from '../api/useToday.ts'
import { Button } from '../ui/Button.tsx'
import { useOutbox } from './outbox/outbox.ts'
import { statusText } from './outbox/statusText.ts'

interface Props {
  failed: boolean
  busy: boolean
  onRefresh: () => Promise<unknown>
  children: ReactNode
}

export function StatusBar({ failed, busy, onRefresh, children }: Props) {
  const { items, lectura, sending, isLoaded } = useOutbox()
  const connected = useConnected()
  const config = useConfig()
  // Re-renders each minute.
  useNow()
  const status = statusText({
    items,
    sending,
    connected,
    failed,
    read: lectura?.read ?? null,
    zona: config?.zona,
    now: serverNow(),
  })
  const hasPending = items.length > 0
  const look = connected && !failed ? 'text-muted' : 'font-semibold text-notice'
  return (
    <footer className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card md:left-60">
      {children}
      <div className="mx-auto flex max-w-2xl items-center justify-between gap-3 px-4 py-2 md:px-6">
        <div className="leading-tight">
          <output className={hasPending ? 'font-semibold text-notice' : look}>{isLoaded && status}</output>
          {hasPending && (
            <p className="text-sm text-muted">Deja abierta esta página: se envía al volver la señal.</p>
          )}
        </div>
        <Button busy={busy} onClick={() => void onRefresh()} className="shrink-0 py-3">
          <RefreshCw className="size-5" />
          Actualizar
        </Button>
      </div>
    </footer>
  )
}
