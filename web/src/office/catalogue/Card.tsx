import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { withId } from '../../paths.ts'
import type { Catalogue, Row } from './calls.ts'
import { labelOf, nameOf } from './text.ts'
import { Value } from './Value.tsx'

interface Props {
  catalogue: Catalogue
  row: Row
  menu: ReactNode
  /** Stands before the name of the row that is selected. */
  mark: ReactNode
}

/** A record on a phone: its whole name, then the columns that the name does not say. */
export function Card({ catalogue, row, menu, mark }: Props) {
  const rest = catalogue.columns.map(String).filter((key) => !catalogue.orderBy.includes(key))
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 flex-1 text-lg font-bold wrap-anywhere">
          <Link href={withId(catalogue.screens.show[0], row.id)} className="block py-2">
            {mark}
            {nameOf(catalogue, row)}
          </Link>
        </p>
        {menu}
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
        {rest.map((key) => (
          <div key={key} className="min-w-0 last:odd:col-span-2">
            <dt className="text-sm text-muted">{labelOf(catalogue, key)}</dt>
            <dd className="wrap-anywhere">
              <Value catalogue={catalogue} row={row} name={key} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
