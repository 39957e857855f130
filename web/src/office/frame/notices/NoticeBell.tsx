import { can } from '@flota/contract/core/access.ts'
import { calls } from '@flota/contract/core/calls.ts'
import { avisoClases } from '@flota/contract/system/avisoClases.ts'
import { Bell } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { usePolledEndpoint } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { lazyDialog } from '../../shared/lazyDialog.tsx'
import type { NewsWatchProps } from './NewsWatch.tsx'
import { avisoCountText, openAvisos, openAvisosStore } from './openAvisos.ts'

export const canSeeAvisos = (session: Session) =>
  can(session, calls['GET /api/avisos']) &&
  Object.values(avisoClases).some(({ viewAccess }) => can(session, viewAccess))

const AvisosDialog = lazyDialog(async () => (await import('./AvisosDialog.tsx')).AvisosDialog, 'los avisos')

const closeAvisos = () => openAvisosStore.set(null)

/** Loads the module after the page. Without it the bell still works. */
function useNewsModule() {
  const [loaded, setLoaded] = useState<{ NewsWatch: ComponentType<NewsWatchProps> }>()
  useEffect(() => {
    import('./NewsWatch.tsx').then(setLoaded, () => undefined)
  }, [])
  return loaded
}

/** Shows the number of notices, refreshed each minute, and opens AvisosDialog. */
export function NoticeBell({ session }: { session: Session }) {
  const { data } = usePolledEndpoint('GET /api/avisos/resumen', {}, { inBackground: true })
  const open = openAvisosStore.use()
  // Closes the dialog at the end of a session.
  useEffect(() => closeAvisos, [])
  const resumen = data?.data
  const news = useNewsModule()
  const total = resumen?.total ?? 0
  const countText = total > 99 ? '99+' : String(total)
  // The accessible name contains the visible text, which voice control users speak.
  const count = resumen && (total > 99 ? `${countText} (${avisoCountText(resumen)})` : countText)
  const label = count && total > 0 ? `Avisos: ${count}` : 'Avisos'
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => openAvisos()}
        className="relative grid size-10 shrink-0 place-items-center rounded-ui hover:bg-sunken max-md:size-11"
      >
        <Bell aria-hidden="true" className="size-5" />
        {total > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 min-w-5 rounded-full bg-danger-fill px-1 text-center text-xs leading-5 font-bold text-white tabular-nums"
          >
            {countText}
          </span>
        )}
      </button>
      {news && resumen?.con_retraso !== undefined && (
        <news.NewsWatch userId={session.user.id} resumen={resumen} />
      )}
      {open && <AvisosDialog session={session} resumen={resumen} open={open} onClose={closeAvisos} />}
    </>
  )
}
