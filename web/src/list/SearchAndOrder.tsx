import { Choose } from './Choose.tsx'
import { SearchField } from './SearchField.tsx'

interface Props {
  /** What is searched, in words. */
  label: string
  /** What can be ordered by, and its words. */
  orders: Record<string, string>
  address: { buscar: string; orden: string }
  onChange: (part: { buscar: string } | { orden: string }) => void
}

/** What stands above a list that has no filters of its own. */
export function SearchAndOrder({ label, orders, address, onChange }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <SearchField
        label={label}
        value={address.buscar}
        onSearch={(buscar) => buscar !== address.buscar && onChange({ buscar })}
      />
      <Choose label="Orden" value={address.orden} words={orders} onChange={(orden) => onChange({ orden })} />
    </div>
  )
}
