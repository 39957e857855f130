import { useState } from 'react'
import { useMediaQuery } from './useMediaQuery.ts'

type Theme = 'light' | 'dark'

/** Stored under the key that begin.js reads. */
export function useTheme() {
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const [chosen, setChosen] = useState(document.documentElement.dataset.theme)
  const theme: Theme = (chosen ?? (systemIsDark ? 'dark' : 'light')) === 'dark' ? 'dark' : 'light'
  const toggle = () => {
    const next: Theme = theme === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    localStorage.setItem('theme', next)
    setChosen(next)
  }
  return { theme, toggle }
}
