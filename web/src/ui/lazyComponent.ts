import { type ComponentType, lazy } from 'react'

export interface LazyComponent<Props> {
  /** Starts the download; asked again it gives the same. */
  load: () => Promise<unknown>
  Component: ComponentType<Props>
}

/**
 * A part that is downloaded when it is wanted, and drawn at once where it is there already: what React has to wait for,
 * were it for a moment, shows a fallback that stays for 300 ms.
 */
export function lazyComponent<Props>(download: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: { default: ComponentType<Props> } | undefined
  const load = async () => {
    loaded ??= { default: await download() }
    return loaded
  }
  // oxlint-disable-next-line unicorn/no-thenable -- React asks for its `then` alone
  const resolvedThenable = { then: (take: (found: typeof loaded) => void) => take(loaded) }
  return { load, Component: lazy(() => (loaded ? (resolvedThenable as ReturnType<typeof load>) : load())) }
}

/** Starts a download early; a failure recurs and is shown where the part is drawn. */
export const preload = (load: () => Promise<unknown>) => void load().catch(() => undefined)
