import { type CurrentTime, lapseInWords } from '@flota/contract/trips/retraso.ts'
import { menuTriggerProps } from '../../../../list/Menu.tsx'
import { estadoWithDelay } from '../../../../trip/EstadoBadge.tsx'
import { cx } from '../../../../ui/cx.ts'
import { clashText, minutesLate } from '../boardRows.ts'
import type { TripMenu } from '../edit/useTripMenu.tsx'
import { OverlapIcon, overlapHatch } from '../TripBlock.tsx'
import type { DayTrip } from './weekRows.ts'

interface Props extends TripMenu {
  trip: DayTrip
  dia: string
  ahora: CurrentTime | undefined
}

/** A trip on a day: state's icon, hour and place; its button opens the menu of the board. */
export function TripChip({ trip: { viaje, hora }, dia, ahora, open, openId }: Props) {
  const { id, no_ruta, destino, piloto, estado, avisos = [], incidente } = viaje
  const late = minutesLate(viaje, ahora)
  const { Icon, color } = estadoWithDelay(estado, late)
  const estadoText = late > 0 ? `${estado}, con retraso de ${lapseInWords(late)}` : estado
  const clash = clashText(avisos)
  const word = incidente ? 'Detenido' : late > 0 ? 'Con retraso' : ''
  const detail = [no_ruta, estadoText, incidente && `Detenido: ${incidente.causa}`, piloto, clash]
  const name = `semana-${id}-${dia}`
  const content = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {clash && <OverlapIcon />}
      <span className="min-w-0 truncate">
        <b>{hora ?? 'Sigue'}</b> {destino}
        {word && <span className="block truncate font-semibold">{word}</span>}
      </span>
      <span className="sr-only">{detail.filter(Boolean).join(', ')}</span>
    </>
  )
  const attributes = {
    id: name,
    title: detail.filter(Boolean).join(' · '),
    className: cx(
      'flex min-h-7 w-full min-w-0 scroll-mt-28 scroll-mb-4 gap-1 rounded-[6px] border px-1 py-0.5 text-left text-sm/5 max-md:min-h-11 max-md:items-center',
      late > 0 && 'border-l-4',
      hora === undefined && 'border-dashed',
      clash && overlapHatch,
      color,
    ),
  }
  if (!open) return <div {...attributes}>{content}</div>
  const trigger = menuTriggerProps(name, openId === name, (opened) => open(opened && { ...opened, viaje }))
  return (
    <button type="button" {...attributes} {...trigger}>
      {content}
    </button>
  )
}
