import { addPeriods, dayRangeOf, periodoOf } from '@flota/contract/core/calendar.ts'
import { daysBetween } from '@flota/contract/core/dates.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type { ReactNode } from 'react'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'

interface Period {
  desde: string
  hasta: string
}

/** Including both days. */
const maxPeriodDays = 366

/** Returns why the days are invalid, undefined if the server accepts them. */
export function periodError({ desde, hasta }: Period, hoy: string | undefined) {
  const end = hasta || hoy
  if (desde === '' || end === undefined) return undefined
  const days = daysBetween(desde, end) + 1
  if (days < 1) return sentences.endsEarly
  return days > maxPeriodDays ? 'Elige un período de un año como máximo.' : undefined
}

const periodPresets = {
  // The server's default period.
  'Este mes': () => ({ desde: '', hasta: '' }),
  'Mes pasado': (hoy: string) => dayRangeOf(addPeriods(periodoOf(hoy, 'mes'), -1)),
  'Este año': (hoy: string) => dayRangeOf(periodoOf(hoy, 'anio')),
} as const

interface Props {
  address: { values: Period; change: (period: Period) => void }
  hoy: string | undefined
  /** A sentence about the rows. */
  children: ReactNode
}

export function PeriodPresets({ address: { values, change }, hoy, children }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {Object.entries(periodPresets).map(([label, rangeAt]) => {
        const range = rangeAt(hoy ?? '1970-01-01')
        return (
          <ToggleButton
            key={label}
            disabled={hoy === undefined}
            pressed={hoy !== undefined && range.desde === values.desde && range.hasta === values.hasta}
            onPress={() => change(range)}
          >
            {label}
          </ToggleButton>
        )
      })}
      <p className="text-sm text-muted md:ml-2">{children}</p>
    </div>
  )
}
