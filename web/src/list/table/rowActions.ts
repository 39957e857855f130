import type { Access } from '@flota/contract/core/access.ts'
import { Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { messageOf } from '../../api/ApiError.ts'
import { usePermission } from '../../api/session.ts'
import { confirm } from '../../ui/ConfirmDialog.tsx'
import { showResult } from '../../ui/ResultPopup.tsx'
import type { MenuAction } from '../Menu.tsx'

/** Navigates, acts, asks for confirmation and acts, or shows a submenu. */
type ActionEffect<Row> =
  | { to: (row: Row) => string }
  | { act: (row: Row) => void }
  | { ask: (row: Row) => Omit<ConfirmedAction, 'type'> }
  | { next: (row: Row) => readonly MenuAction[] }

export type Action<Row> = ActionEffect<Row> & {
  label: string
  Icon: LucideIcon
  /** Shortcut letter on the focused row. */
  key?: string
  danger?: boolean
  /** Required permission; by default that of the list. */
  access?: Access
  /** Whether a row has the action; by default all. */
  when?: (row: Row) => boolean
}

export const editAction = { label: 'Editar', Icon: Pencil, key: 'e' }
export const showAction = { label: 'Mostrar', Icon: Eye }
export const removeAction = { label: 'Eliminar', Icon: Trash2, danger: true }

/** Returns a function for the menu of a row; undefined if the user has no permission for any action. */
export function useRowMenu<Row>(actions: readonly Action<Row>[] = []) {
  const may = usePermission()
  const [, navigate] = useLocation()
  const allowed = actions.filter(({ access }) => !access || may(access))
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
  /** Second line that names the record. */
  detail?: string
  look?: 'danger' | 'primary'
  act: () => Promise<{ message: string }>
  type?: 'edit' | 'delete'
  errorMessage: (cause: string) => string
}

export async function confirmAndRun({ act, errorMessage, ...action }: ConfirmedAction) {
  const { question, detail, look = 'danger', type = 'edit' } = action
  let showOutcome = () => Promise.resolve(true)
  const run = async () => {
    try {
      const { message } = await act()
      showOutcome = () => showResult(type, message)
    } catch (error) {
      showOutcome = () => showResult('error', errorMessage(messageOf(error)))
    }
  }
  if (await confirm(question, run, look, detail)) await showOutcome()
}
