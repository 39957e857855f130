import type { Caller } from '@flota/contract/access.ts'
import { type InnerPage, mayOpen, pageAt } from './shell/paths.ts'

/** `/` leads to the first of these that the user may open (docs/contract/screens.md). */
const homes: readonly InnerPage[] = [
  '/admin-dashboard',
  '/piloto-rutas',
  '/rutas',
  '/choferes',
  '/reportes',
  '/dinero',
]

export const homeOf = (caller: Caller): InnerPage =>
  homes.find((page) => mayOpen(caller, page)) ?? '/dashboard'

/** After login: the page asked for, if it is ours and the user may open it, else the role's. */
export function landingOf(caller: Caller, origin: unknown): string {
  const landing = mayOpen(caller, '/piloto-rutas') ? '/piloto-rutas' : '/dashboard'
  // `/` is no page of its own.
  if (typeof origin !== 'string' || origin === '/') return landing
  const page = pageAt(origin.split('?', 1)[0] ?? '')?.page
  return page && mayOpen(caller, page) ? origin : landing
}
