import { ToggleButton } from '../../../ui/ToggleButton.tsx'
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
      <div className="flex flex-wrap gap-2 *:grow-0!">
        {presets.map((preset) => (
          <ToggleButton
            key={preset.label}
            pressed={isPresetActive(preset, range, hoy)}
            disabled={hoy === undefined}
            onPress={() => hoy && onChoose(preset, preset.range(hoy))}
          >
            {preset.label}
          </ToggleButton>
        ))}
      </div>
    </fieldset>
  )
}
