import type { PeriodoTipo } from '@flota/contract/calendario.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '../../form/SelectField.tsx'
import { DayFilter } from '../../list/controls/DayFilter.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useIsPhone } from '../../ui/useMediaQuery.ts'
import { type Preset, presets, tipoFor } from './presets.ts'
import { tipoWords } from './sentences.ts'
import type { ReportesAddress } from './useReportesAddress.ts'

/** Period kind, date range and presets. */
export function ReporteFilters({ address }: { address: ReportesAddress }) {
  const { tipo, fechaInicio, fechaFin, endsEarly, hoy, change, filter } = address
  const isChosen = ({ range }: Preset) => {
    if (hoy === undefined) return false
    const chosen = range(hoy)
    return chosen.fechaInicio === fechaInicio && chosen.fechaFin === fechaFin
  }
  const choose = (preset: Preset) => {
    if (hoy) change({ filtro: tipoFor(preset, tipo), ...preset.range(hoy) })
  }
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(() => (fechaInicio || fechaFin) !== '' && !presets.some(isChosen))
  return (
    <div className="mb-4 flex flex-wrap items-start gap-3 rounded-ui border border-line bg-card p-3 shadow-soft md:px-4">
      <div className="flex items-end gap-3 max-md:w-full max-md:*:first:flex-1">
        <div className="max-sm:w-full">
          <SelectField
            label="Tipo"
            value={tipo}
            words={Object.entries(tipoWords)}
            // The words' keys are the kinds. The opening month is nobody's choice: another kind is of all dates.
            onChange={(next) => change({ filtro: next as PeriodoTipo })}
          />
        </div>
        {isPhone && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            <CalendarRange aria-hidden="true" className="size-4.5" />
            Fechas
          </Button>
        )}
      </div>
      {(open || !isPhone) && (
        <>
          <DayFilter
            label="Fecha inicio"
            value={fechaInicio}
            onChange={(day) => filter({ fechaInicio: day })}
          />
          <DayFilter
            label="Fecha fin"
            value={fechaFin}
            onChange={(day) => filter({ fechaFin: day })}
            error={endsEarly ? sentences.endsEarly : undefined}
          />
        </>
      )}
      {/* Padded as high as the fields' labels, so that the buttons line up. */}
      <fieldset className="min-w-0 max-md:order-first md:pt-6.5">
        <legend className="sr-only">Fechas usuales</legend>
        <div className="flex flex-wrap gap-2">
          {presets.map((preset) => {
            const chosen = isChosen(preset)
            return (
              <button
                key={preset.label}
                type="button"
                aria-pressed={chosen}
                disabled={hoy === undefined}
                onClick={() => choose(preset)}
                className={cx(
                  'min-h-10 rounded-full border px-3.5 whitespace-nowrap max-md:min-h-11',
                  chosen
                    ? 'border-ink bg-ink font-semibold text-card'
                    : 'border-field bg-card text-ink hover:bg-sunken',
                )}
              >
                {preset.label}
              </button>
            )
          })}
        </div>
      </fieldset>
    </div>
  )
}
