import { type Access, can } from '@flota/contract/access.ts'
import { useLocation } from 'wouter'
import { useSession } from '../api/session.ts'
import { usePageKeys } from '../ui/usePageKeys.ts'
import type { List } from './listOf.ts'
import { type Action, useRowMenu } from './table/actions.ts'

interface Props<Row> {
  list: List<Row>
  add?: { may?: Access; to: string }
  actions?: readonly Action<Row>[]
}

/** N begins a new row, / goes to the search, the actions' keys act on the row with the focus; each only for who may. */
export function useListKeys<Row>({ list, add, actions = [] }: Props<Row>) {
  const session = useSession()
  const [, navigate] = useLocation()
  const menuOf = useRowMenu(actions)
  const act = (key: string) => (from: Element) => {
    const row = list.rows?.[placeOf(from)]
    const action = row && menuOf?.(row).find(({ letter }) => letter === key)
    action?.onSelect()
  }
  usePageKeys({
    n: () => {
      if (!add || (add.may && !(session && can(session, add.may)))) return
      navigate(add.to)
    },
    ...Object.fromEntries(actions.flatMap(({ key }) => (key ? [[key, act(key)] as const] : []))),
    '/': () => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus(),
  })
}

/** Which row of the table, or which of its cards on a narrow screen, an element stands in; -1 outside. */
function placeOf(element: Element) {
  const row = element.closest('tbody > tr, ul > li')
  return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
}
