import { type Access, can } from '@flota/contract/access.ts'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { usePageKeys } from '../ui/usePageKeys.ts'
import type { List } from './listOf.ts'
import { type Action, edit, useRowMenu } from './table/actions.ts'

interface Props<Row> {
  list: List<Row>
  add?: { may?: Access; to: string }
  actions?: readonly Action<Row>[]
}

/** N begins a new row, E edits the one with the focus, / goes to the search; each only for who may. */
export function useListKeys<Row>({ list, add, actions }: Props<Row>) {
  const session = useSession()
  const [, navigate] = useLocation()
  const menuOf = useRowMenu(actions)
  usePageKeys({
    n: () => {
      if (!add || (add.may && !(session && can(session, add.may)))) return
      navigate(add.to)
    },
    e: (from) => {
      const row = list.rows?.[placeOf(from)]
      const action = row && menuOf?.(row).find(({ label }) => label === edit.label)
      action?.onSelect()
    },
    '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
  })
}

/** Which row of the table, or which of its cards on a narrow screen, an element stands in; -1 outside. */
function placeOf(element: Element) {
  const row = element.closest('tbody > tr, ul > li')
  return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
}
