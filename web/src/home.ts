import type { Caller } from '@flota/contract/access.ts'
import { canOpen, type InnerPage, matchPage } from './shell/paths.ts'

/** `/` leads to the first of these that the user may open (docs/contract/screens.md). */
const homePages: readonly InnerPage[] = [
  '/admin-dashboard',
  '/piloto-rutas',
  '/rutas',
  '/choferes',
  '/reportes',
  '/dinero',
]

export const homeOf = (caller: Caller): InnerPage =>
  homePages.find((page) => canOpen(caller, page)) ?? '/dashboard'

/** After login: the page asked for, if it is ours and the user may open it, else the role's. */
export function landingAfterLogin(caller: Caller, origin: unknown): string {
  const landing = canOpen(caller, '/piloto-rutas') ? '/piloto-rutas' : '/dashboard'
  // `/` is no page of its own.
  if (typeof origin !== 'string' || origin === '/') return landing
  const page = matchPage(origin.split('?', 1)[0] ?? '')?.page
  return page && canOpen(caller, page) ? origin : landing
}
