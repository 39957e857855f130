import type { Caller } from '@flota/contract/access.ts'
import type { Page } from '@flota/contract/pages.ts'
import { mayOpen, pageAt } from '../../paths.ts'

/** Where `/` sends its visitor: to the first of these that they may open (contract.md section 6). */
const homes: readonly Page[] = ['/admin-dashboard', '/piloto-rutas', '/rutas', '/choferes', '/reportes']

export const homeOf = (caller: Caller): Page => homes.find((page) => mayOpen(caller, page)) ?? '/dashboard'

/** Where a login leads: to the page that was asked for, if it is one of ours that the user may open, else to the role's. */
export function landingOf(caller: Caller, origin: unknown): string {
  const landing = mayOpen(caller, '/piloto-rutas') ? '/piloto-rutas' : '/dashboard'
  // `/` is where people arrive who asked for nothing in particular.
  if (typeof origin !== 'string' || origin === '/') return landing
  const page = pageAt(origin.split('?', 1)[0] ?? '')?.page
  return page && page !== '/login' && mayOpen(caller, page) ? origin : landing
}
