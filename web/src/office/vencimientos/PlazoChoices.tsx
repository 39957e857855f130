import { entero } from '@flota/contract/format.ts'
import { PressedChoice } from '../../list/controls/PressedChoice.tsx'
import { type Plazo, plazos } from './plazos.ts'

interface Props {
  value: Plazo
  countOf: (plazo: Plazo) => number | undefined
  onChange: (plazo: Plazo) => void
}

/** Narrows the list to what is due, and says how much that is; a second press takes it off. */
export function PlazoChoices({ value, countOf, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Vencimiento</legend>
      {Object.entries(plazos).map(([key, label]) => {
        // Object.entries forgets its keys.
        const plazo = key as Plazo
        const count = countOf(plazo)
        const pressed = plazo === value
        return (
          <PressedChoice key={key} pressed={pressed} onPress={() => onChange(pressed ? '' : plazo)}>
            {label}{' '}
            {count !== undefined && <span className="ml-0.5 tabular-nums opacity-80">{entero(count)}</span>}
          </PressedChoice>
        )
      })}
    </fieldset>
  )
}
