import { type Access, can } from '@flota/contract/access.ts'
import { Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useSession } from '../../api/session.ts'
import { confirm } from '../../ui/ConfirmDialog.tsx'
import { showResult } from '../../ui/ResultPopup.tsx'
import type { MenuAction } from '../Menu.tsx'

/** Leads somewhere, acts at once, asks before it deletes the row, or leads on to other actions. */
type ActionEffect<Row> =
  | { to: (row: Row) => string }
  | { act: (row: Row) => void }
  | { ask: (row: Row) => Omit<ConfirmedAction, 'type'> }
  | { next: (row: Row) => readonly MenuAction[] }

export type Action<Row> = ActionEffect<Row> & {
  label: string
  Icon: LucideIcon
  /** The letter that does it to the row with the focus. */
  key?: string
  danger?: boolean
  /** Who may; by default everyone who sees the list. */
  access?: Access
  /** For which rows; by default for all. */
  when?: (row: Row) => boolean
}

/** Label and icon that most lists share. */
export const editAction = { label: 'Editar', Icon: Pencil, key: 'e' }
export const showAction = { label: 'Mostrar', Icon: Eye }
export const removeAction = { label: 'Eliminar', Icon: Trash2, danger: true }

/** The menu of a row; undefined where the user may do nothing with any row. */
export function useRowMenu<Row>(actions: readonly Action<Row>[] = []) {
  const session = useSession()
  const [, navigate] = useLocation()
  const allowed = actions.filter(({ access }) => !access || (session && can(session, access)))
  const run = (action: Action<Row>, row: Row) => {
    if ('to' in action) navigate(action.to(row))
    else if ('ask' in action) void confirmAndRun({ ...action.ask(row), type: 'delete' })
    else if ('act' in action) action.act(row)
  }
  if (allowed.length === 0) return undefined
  return (row: Row): MenuAction[] =>
    allowed
      .filter(({ when }) => when?.(row) ?? true)
      .map((action) => ({
        label: action.label,
        letter: action.key,
        Icon: action.Icon,
        danger: action.danger ?? false,
        ...('next' in action ? { next: action.next(row) } : { onSelect: () => run(action, row) }),
      }))
}

interface ConfirmedAction {
  question: string
  /** A second line, where the question does not say which record. */
  detail?: string
  look?: 'danger' | 'primary'
  act: () => Promise<{ message: string }>
  type?: 'edit' | 'delete'
  /** The error sentence, given the cause. */
  errorMessage: (cause: string) => string
}

/** Asks, acts and shows the result. */
export async function confirmAndRun({
  question,
  detail,
  look = 'danger',
  act,
  type = 'edit',
  errorMessage,
}: ConfirmedAction) {
  let tellResult = () => Promise.resolve(true)
  const yes = await confirm(
    question,
    async () => {
      try {
        const { message } = await act()
        tellResult = () => showResult(type, message)
      } catch (error) {
        const cause = error instanceof Error ? error.message : String(error)
        tellResult = () => showResult('error', errorMessage(cause))
      }
    },
    look,
    detail,
  )
  if (yes) await tellResult()
}
