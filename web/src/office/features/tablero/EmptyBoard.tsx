import type { Page } from '@flota/contract/core/pages.ts'
import { Link } from 'wouter'
import { useSession } from '../../../api/session.ts'
import { canOpen } from '../../../shell/paths.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'

const emptyTexts = {
  camiones: {
    text: 'Todavía no hay camiones. Aquí verás el día de cada uno.',
    page: '/ingresar-camiones',
    add: '+ Ingresar Camión',
  },
  pilotos: {
    text: 'Todavía no hay pilotos. Aquí verás el día de cada uno.',
    page: '/ingresar-choferes',
    add: '+ Ingresar Piloto',
  },
  viajes: { text: 'Este día todavía no hay viajes.', page: '/ingresar-ruta', add: '+ Ingresar Ruta' },
  semana: { text: 'Esta semana todavía no hay viajes.', page: '/ingresar-ruta', add: '+ Ingresar Ruta' },
  retraso: { text: 'Ningún viaje de este día va con retraso.' },
  choques: { text: 'Ningún viaje de este día se traslapa.' },
} as const satisfies Record<string, { text: string; page?: Page; add?: string }>

export function EmptyBoard({ missing, onAll }: { missing: keyof typeof emptyTexts; onAll: () => void }) {
  const session = useSession()
  const empty = emptyTexts[missing]
  return (
    <div className="mb-3 rounded-ui border border-line bg-card shadow-soft">
      <EmptyState
        text={empty.text}
        action={
          'page' in empty ? (
            session &&
            canOpen(session, empty.page) && (
              <Link href={empty.page} className={buttonClass()}>
                {empty.add}
              </Link>
            )
          ) : (
            <Button onClick={onAll}>Ver todos los viajes</Button>
          )
        }
      />
    </div>
  )
}
