import { momento } from '@flota/contract/format.ts'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { Button } from '../../ui/Button.tsx'
import type { MisRutas } from './misRutas.ts'

interface Props {
  loaded: MisRutas
  /** The last reading failed, so the screen is older. */
  failed: boolean
  busy: boolean
  onRefresh: () => Promise<unknown>
}

/** When the routes were read, and a refresh button within the thumb's reach. */
export function Freshness({ loaded, failed, busy, onRefresh }: Props) {
  const [, clock] = momento(new Date(loaded.read).toISOString(), loaded.config.zona).split(' ')
  return (
    <footer className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-card md:left-60">
      <div className="mx-auto flex max-w-2xl items-center justify-between gap-3 px-4 py-2 md:px-6">
        <p className={failed ? 'font-semibold text-danger' : 'text-muted'}>
          {failed ? `No se pudo actualizar. Lo que ves es de las ${clock}.` : `Actualizado a las ${clock}`}
        </p>
        <Button busy={busy} onClick={() => void onRefresh()} className="shrink-0 py-3">
          <RefreshCw aria-hidden="true" className="size-5" />
          Actualizar
        </Button>
      </div>
    </footer>
  )
}
