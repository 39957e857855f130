import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { ComponentProps } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useTheme } from '../ui/theme.ts'

type Props = Pick<ComponentProps<typeof IconButton>, 'onFrame' | 'className'>

export function ThemeButton(props: Props) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton {...props} label={isDark ? 'Usar tema claro' : 'Usar tema oscuro'} onClick={toggle}>
      {isDark ? <Sun aria-hidden="true" /> : <Moon aria-hidden="true" />}
    </IconButton>
  )
}
