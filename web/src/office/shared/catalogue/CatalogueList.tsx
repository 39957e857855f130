import { Check } from 'lucide-react'
import { useState } from 'react'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { type Action, editAction, showAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { ListExport } from '../export/ExportControls.tsx'
import { ImportOffer } from '../export/ImportLink.tsx'
import { useRemoveAction } from '../useRemoveAction.ts'
import { CatalogueValue } from './CatalogueValue.tsx'
import { type Catalogue, type CatalogueRow, useCatalogueRows } from './calls.ts'
import { deleteQuestion, labelOf, orderLabels, recordNameOf, textOf } from './text.ts'

export function CatalogueList({ catalogue }: { catalogue: Catalogue }) {
  const { name, words, screens } = catalogue
  const address = useListAddress({
    buscar: { kind: 'search', label: words.searchHint },
    orden: { kind: 'order', label: 'Orden', words: orderLabels(catalogue) },
  })
  const list = toListState(useCatalogueRows(name, address.query), address)
  const [selected, setSelected] = useState<number | null>(null)
  const hrefOf = ({ id }: CatalogueRow) => withId(screens.show[0], id)
  const select: Action<CatalogueRow> = {
    label: 'Seleccionar',
    Icon: Check,
    act: ({ id }) => setSelected(id === selected ? null : id),
  }
  return (
    <ListPage
      title={words.title}
      address={address}
      list={list}
      columns={columnsOf(catalogue, hrefOf)}
      selected={selected}
      nameOf={(row: CatalogueRow) => recordNameOf(catalogue, row)}
      actions={[
        select,
        { ...editAction, to: ({ id }) => withId(screens.edit, id) },
        { ...showAction, to: hrefOf },
        useRemoveAction(`DELETE /api/${name}/:id`, words.deleteFailed, (row: CatalogueRow) => ({
          question: deleteQuestion(catalogue, row),
        })),
      ]}
      beside={
        <ListButtons>
          <ListExport
            importTipo={name}
            call={{ line: `GET /api/${name}/exportar`, query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        </ListButtons>
      }
      add={{ label: words.add, to: screens.create }}
      empty={{
        nothing: words.empty,
        offer: <ImportOffer tipo={name} />,
        narrowed: `Nada coincide con «${address.values.buscar}».`,
      }}
      errorTitle={words.loadList}
    />
  )
}

const leadKeys = ({ orderBy, columns }: Catalogue) =>
  orderBy.filter((key, index) => index === 0 || !columns.includes(key))

const leadOf = (catalogue: Catalogue, row: CatalogueRow) =>
  leadKeys(catalogue)
    .map((key) => textOf(catalogue, row, key))
    .join(' ')

/** The first column sorts by name; another by its value, if the catalogue has both orders. */
function sortOf({ orders }: Catalogue, key: string, index: number): Pick<Column<CatalogueRow>, 'sort'> {
  if (index === 0) return { sort: { asc: 'nombre', desc: '-nombre' } }
  return key in orders && `-${key}` in orders ? { sort: { asc: key, desc: `-${key}` } } : {}
}

/** The first column shows the parts of the name without a column of their own; a card's title shows all. */
const columnsOf = (catalogue: Catalogue, href: (row: CatalogueRow) => string): Column<CatalogueRow>[] =>
  catalogue.columns.map(String).map((key, index) => ({
    label: labelOf(catalogue, key),
    numeric: key in catalogue.readOnly,
    ...sortOf(catalogue, key, index),
    // Fits the date and its expiry badge.
    ...(catalogue.fields[key]?.type === 'date' && { width: 20.5 }),
    ...(index === 0
      ? {
          phone: 'title',
          // Fits a full name.
          ...(leadKeys(catalogue).length > 1 && { width: 20 }),
          href,
          cell: (row) => leadOf(catalogue, row),
          card: (row) => recordNameOf(catalogue, row),
        }
      : {
          phone: catalogue.orderBy.includes(key) ? 'hidden' : 'labelled',
          cell: (row) => <CatalogueValue catalogue={catalogue} row={row} name={key} />,
        }),
  }))
