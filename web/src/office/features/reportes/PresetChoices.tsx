import { cx } from '../../../ui/cx.ts'
import { isPresetActive, type Preset, presets, type Range } from './presets.ts'

interface Props {
  range: Range
  hoy: string | undefined
  onChoose: (preset: Preset, range: Range) => void
}

export function PresetChoices({ range, hoy, onChoose }: Props) {
  return (
    // The padding of a label's height aligns the buttons with the fields.
    <fieldset className="min-w-0 max-md:order-first md:pt-6.5">
      <legend className="sr-only">Fechas usuales</legend>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => {
          const chosen = isPresetActive(preset, range, hoy)
          return (
            <button
              key={preset.label}
              type="button"
              aria-pressed={chosen}
              disabled={hoy === undefined}
              onClick={() => hoy && onChoose(preset, preset.range(hoy))}
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
  )
}
