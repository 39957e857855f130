import { useId } from 'react'
import { inputClass } from '../ui/Field.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import type { useListAddress } from '../ui/useListAddress.ts'
import type { Catalogue } from './calls.ts'
import { labelOf } from './text.ts'

type ListAddress = ReturnType<typeof useListAddress<never>>

interface Props {
  catalogue: Catalogue
  address: ListAddress['address']
  onChange: ListAddress['change']
}

/** What stands above a list: the search and the order. */
export function ListTools({ catalogue, address, onChange }: Props) {
  const id = useId()
  const by = labelOf(catalogue, String(catalogue.orderBy[0]))
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
      <SearchField
        label={catalogue.words.searchHint}
        value={address.buscar}
        onSearch={(buscar) => buscar !== address.buscar && onChange({ buscar })}
      />
      <div className="flex items-center gap-2 max-md:w-full">
        <label htmlFor={id} className="text-muted">
          Orden
        </label>
        <select
          id={id}
          value={address.orden}
          onChange={(event) => onChange({ orden: event.target.value })}
          className={inputClass}
        >
          <option value="nombre">{by}, de la A a la Z</option>
          <option value="-nombre">{by}, de la Z a la A</option>
          <option value="recientes">Más recientes primero</option>
        </select>
      </div>
    </div>
  )
}
