import { can } from '@flota/contract/access.ts'
import { avisoClases } from '@flota/contract/avisoClases.ts'
import { calls } from '@flota/contract/calls.ts'
import { Bell } from 'lucide-react'
import { useEffect } from 'react'
import { useLive } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { useOnDemand } from '../../../ui/useLazyModule.ts'
import { avisosOpen, openAvisos } from '../openAvisos.ts'
import { howMany } from './avisoCountText.ts'

/** Whether there is any class of notices that the user may see. */
export const hasAvisos = (session: Session) =>
  can(session, calls['GET /api/avisos']) && Object.values(avisoClases).some(({ ver }) => can(session, ver))

const close = () => avisosOpen.set(null)

/** How many notices there are, read anew each minute; they open in a dialog. */
export function Campana({ session }: { session: Session }) {
  const { data } = useLive('GET /api/avisos/resumen', {})
  const open = avisosOpen.use()
  const loaded = useOnDemand(open !== null, 'los avisos', () => import('./AvisosDialog.tsx'), close)
  // The next session's page begins without it.
  useEffect(() => close, [])
  const resumen = data?.data
  const total = resumen?.total ?? 0
  const shown = total > 99 ? '99+' : String(total)
  // What is seen stands in the name too: by it somebody who speaks to the screen asks for the button.
  const count = resumen && (total > 99 ? `${shown} (${howMany(resumen)})` : shown)
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
            {shown}
          </span>
        )}
      </button>
      {open && loaded && (
        <loaded.AvisosDialog session={session} resumen={resumen} open={open} onClose={close} />
      )}
    </>
  )
}
