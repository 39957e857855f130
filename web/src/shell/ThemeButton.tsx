import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { type ComponentProps, useState } from 'react'
import { IconButton } from '../ui/Button.tsx'
import { useMediaQuery } from '../ui/useMediaQuery.ts'

type Props = Pick<ComponentProps<typeof IconButton>, 'onFrame' | 'className'>

export function ThemeButton(props: Props) {
  const { theme, toggle } = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton {...props} label={isDark ? 'Usar tema claro' : 'Usar tema oscuro'} onClick={toggle}>
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  )
}

type Theme = 'light' | 'dark'

/** public/preload.js reads the stored theme. */
function useTheme() {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [chosenTheme, setChosen] = useState(document.documentElement.dataset.theme)
  const theme: Theme = (chosenTheme ?? (systemIsDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light'
  const toggle = () => {
    const next: Theme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    localStorage.setItem('theme', next)
    setChosen(next)
  }
  return { theme, toggle }
}
