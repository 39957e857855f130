import { type ComponentType, lazy } from 'react'

export interface LazyPart<Props> {
  /** Starts the download; asked again it gives the same. */
  load: () => Promise<unknown>
  Component: ComponentType<Props>
}

/**
 * A part that is downloaded when it is wanted, and drawn at once where it is there already: what React has to wait for,
 * were it for a moment, shows a fallback that stays for 300 ms.
 */
export function lazyPart<Props>(download: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let there: { default: ComponentType<Props> } | undefined
  const load = async () => {
    there ??= { default: await download() }
    return there
  }
  // oxlint-disable-next-line unicorn/no-thenable -- React asks for its `then` alone
  const atOnce = { then: (take: (found: typeof there) => void) => take(there) }
  return { load, Component: lazy(() => (there ? (atOnce as ReturnType<typeof load>) : load())) }
}

/** Starts a download early; a failure recurs and is shown where the part is drawn. */
export const loadEarly = (load: () => Promise<unknown>) => void load().catch(() => undefined)
