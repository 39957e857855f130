// Modules that web/manualPlugin.ts builds from docs/manual.md.

declare module 'virtual:manual' {
  import type { ReactNode } from 'react'

  export const contents: readonly { id: string; title: string }[]
  export const manual: ReactNode
}

declare module 'virtual:manual/piloto' {
  import type { ReactNode } from 'react'

  export const manual: ReactNode
}
