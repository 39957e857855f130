import { formatInteger } from '@flota/contract/core/format.ts'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'
import { type Plazo, plazos } from './useDocumentos.ts'

interface Props {
  value: Plazo
  countOf: (plazo: Plazo) => number | undefined
  onChange: (plazo: Plazo) => void
}

export function PlazoChoices({ value, countOf, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Vencimiento</legend>
      {Object.entries(plazos).map(([key, label]) => {
        // Object.entries loses the type of the keys.
        const plazo = key as Plazo
        const count = countOf(plazo)
        return (
          <ToggleButton key={key} pressed={plazo === value} onPress={() => onChange(plazo)}>
            {label}{' '}
            {count !== undefined && (
              <span className="ml-0.5 tabular-nums opacity-80">{formatInteger(count)}</span>
            )}
          </ToggleButton>
        )
      })}
    </fieldset>
  )
}
