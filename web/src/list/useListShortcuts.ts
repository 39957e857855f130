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
    ...(ticks && selectionShortcuts(list, ticks)),
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

function selectionShortcuts<Row>({ rows = [] }: ListState<Row>, { has, tick }: RowSelection<Row>) {
  const tickOn = (step: number) => (from: Element) => {
    const index = rowIndexOf(from)
    const both = rows.filter((_row, each) => each === index || each === index + step)
    tick(both, true)
    return focusRow(index + step)
  }
  return {
    ' ': (from: Element) => {
      const row = rows[rowIndexOf(from)]
      if (row) tick([row], !has(row))
      return row !== undefined
    },
    'shift+arrowdown': tickOn(1),
    'shift+arrowup': tickOn(-1),
    c: () => focusIn('[data-bar] select'),
  }
}

const focusIn = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`)?.focus()
