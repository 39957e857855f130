import { Check, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { messageOf } from '../api/ApiError.ts'
import { withId } from '../paths.ts'
import { ask } from '../ui/ConfirmDialog.tsx'
import { tell } from '../ui/ResultPopup.tsx'
import { Table } from '../ui/Table.tsx'
import { type Catalogue, type Row, useRemove } from './calls.ts'
import { labelOf, nameOf, questionOf, textOf } from './text.ts'
import { Value } from './Value.tsx'

interface Props {
  catalogue: Catalogue
  rows: readonly Row[] | undefined
  expected: number
  /** The rows are still those of the page before. */
  stale: boolean
}

export function ListTable({ catalogue, rows, expected, stale }: Props) {
  const { screens } = catalogue
  const [selected, setSelected] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const remove = useRemoval(catalogue)
  const show = (row: Row) => withId(screens.show[0], row.id)
  return (
    <Table
      label={catalogue.words.title}
      columns={catalogue.columns.map((key, index) => ({
        label: labelOf(catalogue, key),
        numeric: key in catalogue.readOnly,
        cell: (row: Row) =>
          index === 0 ? (
            <Link href={show(row)} className="hover:underline">
              {textOf(catalogue, row, key)}
            </Link>
          ) : (
            <Value catalogue={catalogue} row={row} name={key} />
          ),
      }))}
      rows={rows}
      expected={expected}
      stale={stale}
      selected={selected}
      nameOf={(row) => nameOf(catalogue, row)}
      actions={(row) => [
        {
          label: 'Seleccionar',
          Icon: Check,
          onSelect: () => setSelected(row.id === selected ? null : row.id),
        },
        { label: 'Editar', Icon: Pencil, onSelect: () => navigate(withId(screens.edit, row.id)) },
        { label: 'Mostrar', Icon: Eye, onSelect: () => navigate(show(row)) },
        { label: 'Eliminar', Icon: Trash2, danger: true, onSelect: () => void remove(row) },
      ]}
    />
  )
}

/** Asks, deletes, tells how it went. */
function useRemoval(catalogue: Catalogue) {
  const remove = useRemove(catalogue.name)
  return async (row: Row) => {
    let tellResult = () => tell('error', catalogue.words.deleteFailed)
    const yes = await ask(questionOf(catalogue, row), async () => {
      try {
        const { message } = await remove(row)
        tellResult = () => tell('delete', message)
      } catch (error) {
        tellResult = () => tell('error', messageOf(error) || catalogue.words.deleteFailed)
      }
    })
    if (yes) await tellResult()
  }
}
