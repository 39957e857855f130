import { type Access, can } from '@flota/contract/access.ts'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { usePageShortcuts } from '../ui/usePageShortcuts.ts'
import { focusRow, rowIndexOf } from './rowFocus.ts'
import { type Action, useRowMenu } from './table/rowActions.ts'
import type { ListState } from './toListState.ts'
import type { RowSelection } from './useRowSelection.ts'

interface Props<Row> {
  list: ListState<Row>
  add?: { may?: Access; to: string }
  actions?: readonly Action<Row>[]
  ticks?: RowSelection<Row> | undefined
}

/**
 * The arrows go from row to row, from the head to the first; Enter opens the row with the focus, the space bar ticks
 * it, an arrow with Shift it and the next one, the actions' keys act on it. N begins a new row, / goes to the search, C to what is done to the ticked ones.
 * Each only for who may.
 */
export function useListShortcuts<Row>({ list, add, actions = [], ticks }: Props<Row>) {
  const session = useSession()
  const [, navigate] = useLocation()
  const menuOf = useRowMenu(actions)
  const onRow = (act: (row: Row) => void) => (from: Element) => {
    const row = list.rows?.[rowIndexOf(from)]
    if (!row) return false
    act(row)
    return true
  }
  const keyed = actions.flatMap(({ key }) => key ?? [])
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
      if (add && (!add.may || (session && can(session, add.may)))) navigate(add.to)
    },
    ...Object.fromEntries(
      keyed.map((key) => [
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

/** Where rows are ticked. */
function selectionShortcuts<Row>({ rows = [] }: ListState<Row>, { has, tick }: RowSelection<Row>) {
  const tickOn = (step: number) => (from: Element) => {
    const place = rowIndexOf(from)
    const both = rows.filter((_row, each) => each === place || each === place + step)
    tick(both, true)
    return focusRow(place + step)
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
