import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useMediaQuery } from '../ui/useMediaQuery.ts'

type Props = Pick<ComponentProps<typeof IconButton>, 'onFrame' | 'className'>

/** public/preload.js reads the stored theme. */
export function ThemeButton(props: Props) {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [chosenTheme, setChosen] = useState(document.documentElement.dataset.theme)
  const isDark = chosenTheme === undefined ? systemIsDark : chosenTheme === 'dark'
  const toggle = () => {
    const next = isDark ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    localStorage.setItem('theme', next)
    setChosen(next)
  }
  return (
    <IconButton {...props} label={isDark ? 'Usar tema claro' : 'Usar tema oscuro'} onClick={toggle}>
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
