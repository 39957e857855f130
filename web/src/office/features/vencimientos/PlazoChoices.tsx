import { formatInteger } from '@flota/contract/core/format.ts'
import { ToggleButton } from '../../../ui/ToggleButton.tsx'
import { type DocumentosQuery, type Plazo, plazos, useDocumentosCount } from './useDocumentos.ts'

interface Props {
  value: Plazo
  /** Filters that the counts respect. */
  filters: DocumentosQuery
  onChange: (plazo: Plazo) => void
}

export function PlazoChoices({ value, filters, onChange }: Props) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Vencimiento</legend>
      {Object.keys(plazos).map((key) => {
        // Object.keys loses the type of the keys.
        const plazo = key as Plazo
        return (
          <ToggleButton key={key} pressed={plazo === value} onPress={() => onChange(plazo)}>
            {plazos[plazo]} <Count plazo={plazo} filters={filters} />
          </ToggleButton>
        )
      })}
    </fieldset>
  )
}

function Count({ plazo, filters }: { plazo: Plazo; filters: DocumentosQuery }) {
  const { total, exacto } = useDocumentosCount(plazo, filters) ?? {}
  if (total === undefined) return null
  return (
    <span className="ml-0.5 tabular-nums opacity-80">
      {exacto === false && 'más de '}
      {formatInteger(total)}
    </span>
  )
}
