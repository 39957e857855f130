import type { Caller } from '@flota/contract/core/access.ts'
import { canOpen, type InnerPage, matchPage } from './shell/paths.ts'

/** `/` redirects to the first of these that the user may open (docs/contract/screens.md). */
const homePages: readonly InnerPage[] = [
  '/admin-dashboard',
  '/piloto-rutas',
  '/rutas',
  '/choferes',
  '/reportes',
  '/dinero',
  '/cobros',
]

export const homeOf = (caller: Caller): InnerPage =>
  homePages.find((page) => canOpen(caller, page)) ?? '/dashboard'

/** Returns the page after a login: `origin` if it is a page that the user may open, else the role's page. */
export function landingAfterLogin(caller: Caller, origin: unknown): string {
  const rolePage = canOpen(caller, '/piloto-rutas') ? '/piloto-rutas' : '/dashboard'
  // `/` only redirects.
  if (typeof origin !== 'string' || origin === '/') return rolePage
  const page = matchPage(origin.split('?', 1)[0] ?? '')?.page
  return page && canOpen(caller, page) ? origin : rolePage
}
