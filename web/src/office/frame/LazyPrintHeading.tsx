import { useEffect, useState } from 'react'
import { lazyComponent } from '../../ui/lazyComponent.ts'

const lazyHeading = lazyComponent(async () => (await import('./PrintHeading.tsx')).PrintHeading)

const idleMs = 3000

/** Loads what paper needs after the page itself, or as soon as Ctrl or Cmd is pressed. */
export function LazyPrintHeading() {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // After a failure the next key tries again.
    const load = () =>
      void lazyHeading.load().then(
        () => setLoaded(true),
        () => undefined,
      )
    const timer = setTimeout(load, idleMs)
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'Control' || key === 'Meta') load()
    }
    addEventListener('keydown', press)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', press)
    }
  }, [])
  return isLoaded && <lazyHeading.Component />
}
