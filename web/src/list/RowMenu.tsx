import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../ui/Button.tsx'
import { Menu, type MenuAction } from './Menu.tsx'

export function RowMenu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  return (
    <Menu
      actions={actions}
      trigger={(attributes) => (
        <IconButton {...attributes} label={`Acciones de ${name}`} className="size-9! max-md:size-11!">
          <EllipsisVertical aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}
