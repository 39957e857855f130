import { can } from '@flota/contract/access.ts'
import { avisoClases } from '@flota/contract/avisoClases.ts'
import { calls } from '@flota/contract/calls.ts'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useLive } from '../../../api/cache/queries.ts'
import type { Session } from '../../../api/session.ts'
import { useOnDemand } from '../../../ui/useOnDemand.ts'

/** Whether there is any class of notices that the user may see. */
export const hasAvisos = (session: Session) =>
  can(session, calls['GET /api/avisos']) && Object.values(avisoClases).some(({ ver }) => can(session, ver))

/** How many notices there are, read anew each minute; they open in a dialog. */
export function Campana({ session }: { session: Session }) {
  const { data } = useLive('GET /api/avisos/resumen', {})
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const loaded = useOnDemand(open, 'los avisos', () => import('./AvisosDialog.tsx'), close)
  const total = data?.data.total ?? 0
  const shown = total > 99 ? '99+' : String(total)
  const label = total === 0 ? 'Avisos' : `Avisos: ${shown}`
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
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
      {open && loaded && <loaded.AvisosDialog session={session} onClose={close} />}
    </>
  )
}
