import type { Access } from '@flota/contract/core/access.ts'
import { useLocation } from 'wouter'
import { usePermission } from '../api/session.ts'
import { usePageShortcuts } from '../ui/usePageShortcuts.ts'
import { focusRow, rowIndexOf } from './rowFocus.ts'
import { type Action, useRowMenu } from './table/rowActions.ts'
import type { ListState } from './toListState.ts'
import type { RowSelection } from './useRowSelection.ts'

interface Props<Row> {
  list: ListState<Row>
  add?: { access?: Access; to: string }
  actions?: readonly Action<Row>[]
  ticks?: RowSelection<Row> | undefined
}

/**
 * Shortcuts of a list, each only with the user's permission. On the focused row: arrows move, Enter opens, space
 * selects, Shift+arrow selects it and the next, and actions have letters. N creates a row, / focuses the search, C
 * focuses the bar of the selected rows.
 */
export function useListShortcuts<Row>({ list, add, actions = [], ticks }: Props<Row>) {
  const may = usePermission()
  const [, navigate] = useLocation()
  const menuOf = useRowMenu(actions)
  const onRow = (act: (row: Row) => void) => (from: Element) => {
    const row = list.rows?.[rowIndexOf(from)]
    if (!row) return false
    act(row)
    return true
  }
  const keys = actions.flatMap(({ key }) => key ?? [])
  usePageShortcuts({
    arrowdown: (from) => focusRow(rowIndexOf(from) + 1),
    arrowup: (from) => focusRow(rowIndexOf(from) - 1),
    enter: (from) => {
      const link = from.matches('[data-row]') && from.querySelector('a')
      if (link) link.click()
      return Boolean(link)
    },
    ...(ticks && selectionShortcuts(list.rows, ticks)),
    n: () => {
      if (add && (!add.access || may(add.access))) navigate(add.to)
    },
    ...Object.fromEntries(
      keys.map((key) => [
        key,
        onRow((row) =>
          menuOf?.(row)
            .find(({ letter }) => letter === key)
            ?.onSelect?.(),
        ),
      ]),
    ),
    '/': () => focusIn('input[type=search]'),
  })
}

function selectionShortcuts<Row>(rows: readonly Row[] | undefined, ticks: RowSelection<Row>) {
  return { ...tickShortcuts(rows, ticks), c: () => focusIn('[data-bar] select') }
}

/** Space selects the focused row, Shift+arrow also the next. `within` selects the table's container. */
export function tickShortcuts<Row>(
  rows: readonly Row[] = [],
  { has, tick }: RowSelection<Row>,
  within = 'main',
) {
  const firstRow = () => {
    const row = document.querySelector(`${within} [data-row]`)
    return row ? rowIndexOf(row) : 0
  }
  const tickOn = (step: number) => (from: Element) => {
    const index = rowIndexOf(from) - firstRow()
    if (index < -1 || index >= rows.length) return false
    const both = rows.filter((_row, each) => each === index || each === index + step)
    tick(both, true)
    return focusRow(index + step + firstRow())
  }
  return {
    ' ': (from: Element) => {
      const row = rows[rowIndexOf(from) - firstRow()]
      if (row) tick([row], !has(row))
      return row !== undefined
    },
    'shift+arrowdown': tickOn(1),
    'shift+arrowup': tickOn(-1),
  }
}

const focusIn = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)?.focus()
