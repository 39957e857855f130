import type { ComponentProps } from 'react'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { ElegidasBar } from './ElegidasBar.tsx'

/** Loaded with the first tick. */
export function Elegidas(props: ComponentProps<typeof ElegidasBar>) {
  const { chosen, tick } = props.ticks
  const any = chosen.length > 0
  const loaded = useOnDemand(
    any,
    'los cambios',
    () => import('./ElegidasBar.tsx'),
    () => tick(chosen, false),
  )
  return any && loaded && <loaded.ElegidasBar {...props} />
}
