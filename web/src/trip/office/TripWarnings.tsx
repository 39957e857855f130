import { formatFecha } from '@flota/contract/core/format.ts'
import type { AvisoDeViaje } from '@flota/contract/trips/revision.ts'
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { withId } from '../../shell/paths.ts'
import { cx } from '../../ui/cx.ts'
import { type DatedAviso, tripNameAt } from './avisoTexts.ts'
import { useViajeAccess } from './useViajeAccess.ts'

const severityLooks = {
  bloqueo: { Icon: CircleAlert, word: 'No deja guardar', color: 'border-danger bg-danger-soft text-danger' },
  aviso: { Icon: TriangleAlert, word: 'Aviso', color: 'border-notice bg-notice-soft text-notice' },
  info: { Icon: Info, word: 'Para saber', color: 'border-field bg-sunken text-muted' },
} satisfies Record<AvisoDeViaje['gravedad'], unknown>

interface Props {
  avisos: readonly DatedAviso[]
  /** Without links, for the drag layer and lists of trips. */
  brief?: boolean
}

/** Warnings about a trip in the server's order: blocking ones first. */
export function TripWarnings({ avisos, brief = false }: Props) {
  return (
    <ul className="grid gap-2">
      {avisos.map((aviso, index) => {
        const { Icon, word, color } = severityLooks[aviso.gravedad]
        const { ruta } = aviso
        const name = tripNameAt(avisos, index)
        return (
          <li
            key={`${aviso.codigo} ${aviso.entidad_id} ${aviso.fecha}`}
            className={cx(
              'grid grid-cols-[auto_1fr] gap-x-2.5 rounded-ui border-l-4 px-3',
              brief ? 'py-1' : 'py-2',
              color,
            )}
          >
            <Icon className="mt-0.5 size-4.5" />
            <p className="min-w-0 wrap-anywhere">
              <span className={cx('mr-2 text-sm font-semibold', !brief && 'block')}>
                {word}
                {aviso.fecha && ` · ${formatFecha(aviso.fecha)}`}
              </span>
              <span className="text-ink">{aviso.texto}</span>
              {name && <span className="block text-sm text-muted">{name}</span>}
              {ruta && !brief && <TripLink ruta={ruta} />}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

/** Links to the overlapping trip. */
function TripLink({ ruta: { id, no_ruta } }: { ruta: NonNullable<AvisoDeViaje['ruta']> }) {
  const { detail } = useViajeAccess()
  return (
    detail && (
      // Another tab: this one has unsaved input.
      <a
        href={withId('/ver-ruta/:id', id)}
        target="_blank"
        rel="noreferrer"
        className="block font-semibold text-link underline max-md:py-2.5"
      >
        Ver {no_ruta}
        <span className="sr-only"> en otra pestaña</span>
      </a>
    )
  )
}
