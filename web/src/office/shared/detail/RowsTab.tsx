import { formatInteger } from '@flota/contract/core/format.ts'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import type { Column, RowWithId } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import type { ListState } from '../../../list/toListState.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { ListExport } from '../export/ExportControls.tsx'

export const tabPage = { pagina: 1, porPagina: 10 }

interface Props<Row> {
  title: string
  list: ListState<Row>
  columns: readonly (Column<Row> | false)[]
  /** Link to the complete list. */
  href: string
  /** Exports all rows. */
  exporting?: Pick<ComponentProps<typeof ListExport>, 'call' | 'access'>
  empty: string
  errorTitle: string
}

/** Shows the first rows of a list that belong to a record, with a link to all of them. */
export function RowsTab<Row extends RowWithId>(props: Props<Row>) {
  const { title, list, columns, href, exporting, empty, errorTitle } = props
  const { rows, stale, total = 0, more, error } = list
  return (
    <>
      <LoadError title={errorTitle} query={list} />
      {rows?.length === 0 && <p className="py-3 text-center text-muted">{empty}</p>}
      {rows?.length !== 0 && (rows ?? !error) && (
        <div className="-mx-4 border-t border-line md:-mx-6">
          <Table label={title} columns={columns} rows={rows} stale={stale} expected={5} />
        </div>
      )}
      {total > 0 && (
        <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
          <Link
            href={href}
            className="inline-flex min-h-10 items-center font-semibold text-link hover:underline max-md:min-h-11"
          >
            Ver en {title} ({more && 'más de '}
            {formatInteger(total)})
          </Link>
          {exporting && <ListExport {...exporting} disabled={false} />}
        </div>
      )}
    </>
  )
}
