import Inbox from 'lucide-react/icons/inbox'
import { type ReactNode, useRef } from 'react'
import { useRestoreFocus } from './useRestoreFocus.ts'

interface Props {
  text: string
  action?: ReactNode
}

export function EmptyState({ text, action }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useRestoreFocus(box)
  return (
    <div ref={box} className="grid justify-items-center gap-4 px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-sunken text-muted">
        <Inbox className="size-7" />
      </span>
      <p className="max-w-md text-pretty text-muted">{text}</p>
      {action}
    </div>
  )
}
