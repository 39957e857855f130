import { type ComponentType, lazy } from 'react'

export interface LazyComponent<Props> {
  load: () => Promise<unknown>
  Component: ComponentType<Props>
}

/**
 * Creates a component that downloads on demand and renders at once when it is loaded. React's `lazy` alone suspends
 * even then, and a fallback stays for 300 ms.
 */
export function lazyComponent<Props>(download: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: { default: ComponentType<Props> } | undefined
  const load = async () => {
    loaded ??= { default: await download() }
    return loaded
  }
  // oxlint-disable-next-line unicorn/no-thenable -- React calls only `then`
  const resolvedThenable = { then: (resolve: (module: typeof loaded) => void) => resolve(loaded) }
  return { load, Component: lazy(() => (loaded ? (resolvedThenable as ReturnType<typeof load>) : load())) }
}

/** Starts a download early. The component shows a failure when it renders. */
export const preload = (load: () => Promise<unknown>) => void load().catch(() => undefined)
