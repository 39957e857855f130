import { Check, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { askAndTell } from '../../list/askAndTell.ts'
import { SelectedMark, Table } from '../../list/Table.tsx'
import { withId } from '../../paths.ts'
import { Card } from './Card.tsx'
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
        // Room for the date and for what it says when it is near.
        ...(catalogue.fields[key]?.kind === 'date' && { width: 20.5 }),
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
      card={(row, menu) => (
        <Card catalogue={catalogue} row={row} menu={menu} mark={row.id === selected && <SelectedMark />} />
      )}
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

function useRemoval(catalogue: Catalogue) {
  const remove = useRemove(catalogue.name)
  return (row: Row) =>
    askAndTell({
      question: questionOf(catalogue, row),
      act: () => remove(row),
      type: 'delete',
      failed: (cause) => cause || catalogue.words.deleteFailed,
    })
}
