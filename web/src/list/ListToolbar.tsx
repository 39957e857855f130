import { formatFecha } from '@flota/contract/core/format.ts'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { usePermission } from '../api/session.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { SelectField } from '../ui/SelectField.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { defaultValue, type Filter, narrowsBySearchAlone } from './filters.ts'
import { SearchField } from './SearchField.tsx'
import type { ListAddress } from './useListAddress.ts'

const SavedViews = lazy(async () => ({ default: (await import('./views/SavedViews.tsx')).SavedViews }))

/** Few lists have these two filters, so they load on demand. */
const DayFilter = lazy(async () => ({ default: (await import('./controls/DayFilter.tsx')).DayFilter }))
const RecordFilter = lazy(async () => ({
  default: (await import('../form/recordPicker/RecordFilter.tsx')).RecordFilter,
}))

export function ListToolbar({ address }: { address: ListAddress }) {
  const { filters, values } = address
  const may = usePermission()
  const isPhone = useIsPhone()
  // A new key also clears text that is not applied yet.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    address.clear()
  }
  const offered = Object.entries(filters).filter(
    ([, { isVisible, access }]) => (isVisible?.(values) ?? true) && (!access || may(access)),
  )
  const [open, setOpen] = useState(false)
  // While open, a filter keeps its place when it gets a value, and with it the focus.
  const isBehindButton = ([, { kind, folds }]: (typeof offered)[number]) =>
    isPhone ? kind !== 'search' : Boolean(open ? folds : folds?.(values))
  const inLine = offered.filter((entry) => !isBehindButton(entry))
  const folded = offered.filter(isBehindButton)
  const set = folded.filter(([key, filter]) => values[key] !== defaultValue(filter)).length
  const renderFilters = (entries: typeof offered) =>
    entries.map(([key, filter]) => (
      <FilterControl key={`${key} ${cleared}`} name={key} filter={filter} address={address} />
    ))
  const buttons = !narrowsBySearchAlone(filters) && (!isPhone || open || folded.length === 0) && (
    <>
      <Button className="max-md:grow" onClick={clear}>
        Limpiar
      </Button>
      <Suspense fallback={<FieldSpace className="h-10! w-36" />}>
        <SavedViews address={address} />
      </Suspense>
    </>
  )
  // A wide search leaves room for the buttons beside it.
  const hasWideSearch = !isPhone && inLine.some(([, filter]) => filter.kind === 'search' && filter.wide)
  return (
    <div data-filters className="flex flex-wrap items-end gap-3 md:gap-x-2">
      {renderFilters(inLine.slice(0, 1))}
      {hasWideSearch && buttons}
      {renderFilters(inLine.slice(1))}
      {folded.length > 0 && (
        <Button className="shrink-0 px-3! only:grow" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal className="size-4.5" />
          {isPhone ? 'Filtros' : 'Más filtros'}
          {set > 0 && ` (${set})`}
        </Button>
      )}
      {open && renderFilters(folded)}
      {!hasWideSearch && buttons}
    </div>
  )
}

interface FilterControlProps {
  name: string
  filter: Filter
  address: ListAddress
}

function FilterControl({ name, filter, address: { values, change } }: FilterControlProps) {
  const value = values[name] ?? ''
  const set = (next: string) => {
    if (next !== value) change({ [name]: next })
  }
  switch (filter.kind) {
    case 'search': {
      const label = typeof filter.label === 'string' ? filter.label : filter.label(values)
      return <SearchField label={label} wide={filter.wide} value={value} onSearch={set} />
    }
    case 'words':
    case 'order': {
      const restarted = Object.fromEntries(filter.restarts?.map((each) => [each, '']) ?? [])
      return (
        <div className="max-sm:w-full">
          <SelectField
            label={filter.label}
            value={value}
            words={Object.entries(filter.words)}
            onChange={(word) => change({ ...restarted, [name]: word })}
          />
        </div>
      )
    }
    case 'id':
    case 'text':
      return null
    case 'day':
      return (
        <Suspense
          fallback={
            <FieldSpace className="w-32 max-md:min-w-34 max-md:flex-1">
              {value && `${filter.label}: ${formatFecha(value)}`}
            </FieldSpace>
          }
        >
          <DayFilter label={filter.label} value={value} onChange={set} />
        </Suspense>
      )
    case 'record':
      return (
        <Suspense
          fallback={<FieldSpace className="max-w-60 flex-1 basis-48 max-sm:max-w-none max-sm:basis-full" />}
        >
          <RecordFilter kind={filter.of} label={filter.label} all={filter.all} id={value} onChange={set} />
        </Suspense>
      )
  }
}

/** Reserves the field's space while it loads; the text is for paper. */
const FieldSpace = ({ className, children }: { className: string; children?: ReactNode }) => (
  <div className={cx('h-16.5', className)}>
    {children && (
      <span data-filter className="sr-only">
        {children}
      </span>
    )}
  </div>
)
