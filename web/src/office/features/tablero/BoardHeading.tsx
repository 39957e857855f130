import { weekOf } from '@flota/contract/core/calendar.ts'
import { addDays } from '@flota/contract/core/dates.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { IconButton } from '../../../ui/Button.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'
import { CopyDayButton } from './CopyDayButton.tsx'
import { DayPicker } from './DayPicker.tsx'
import type { BoardView, useBoardAddress } from './useBoardAddress.ts'

const viewWords: Record<BoardView, string> = {
  camiones: 'Por camión',
  pilotos: 'Por piloto',
  semana: 'Semana',
}

/** Returns 'Semana del 23/11 al 29/11/2026'. */
function weekInWords(dia: string) {
  const { desde, hasta } = weekOf(dia)
  return `Semana del ${formatFecha(desde).slice(0, 5)} al ${formatFecha(hasta)}`
}

interface Props {
  address: ReturnType<typeof useBoardAddress>
  hoy: string | undefined
  onCopied: (dia: string, message: string) => void
}

export function BoardHeading({ address, hoy, onCopied }: Props) {
  const { fecha, pilotos, semana, goToDay, show } = address
  const dia = fecha ?? hoy
  const step = (direction: number) => dia && goToDay(addDays(dia, direction * (semana ? 7 : 1)))
  const isShown = (other: string) =>
    dia !== undefined && (semana ? weekOf(dia).desde === weekOf(other).desde : dia === other)
  const view: BoardView = semana ? 'semana' : pilotos ? 'pilotos' : 'camiones'
  const manana = hoy && addDays(hoy, 1)
  return (
    <PageHeading title="Tablero">
      <div className="flex flex-1 flex-wrap items-center gap-2 max-md:basis-full">
        <div className="flex min-w-0 items-center gap-1 max-md:w-full">
          <IconButton label={semana ? 'Semana anterior' : 'Día anterior'} onClick={() => step(-1)}>
            <ChevronLeft aria-hidden="true" />
          </IconButton>
          <DayPicker dia={dia} onChange={goToDay} {...(semana && { words: weekInWords })} />
          <IconButton label={semana ? 'Semana siguiente' : 'Día siguiente'} onClick={() => step(1)}>
            <ChevronRight aria-hidden="true" />
          </IconButton>
        </div>
        <ToggleButton
          pressed={hoy !== undefined && isShown(hoy)}
          disabled={!hoy}
          onPress={() => goToDay(hoy ?? '')}
        >
          Hoy
        </ToggleButton>
        {!semana && (
          <>
            <ToggleButton
              pressed={Boolean(manana) && isShown(manana ?? '')}
              disabled={!manana}
              onPress={() => manana && goToDay(manana)}
            >
              Mañana
            </ToggleButton>
            <CopyDayButton dia={dia} onCreated={onCopied} />
          </>
        )}
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-2 max-md:w-full">
        <legend className="sr-only">Vista</legend>
        {(['camiones', 'pilotos', 'semana'] as const).map((each) => (
          <ToggleButton key={each} pressed={each === view} onPress={() => show(each)}>
            {viewWords[each]}
          </ToggleButton>
        ))}
      </fieldset>
    </PageHeading>
  )
}
