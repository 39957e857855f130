import { type Access, type Caller, can } from '@flota/contract/access.ts'
import { type Page, pages } from '@flota/contract/pages.ts'
import { pageAt } from '../paths.ts'

/** Where `/` sends whom, first match first (contract.md section 6). */
const homes: readonly { access: Access; page: Page }[] = [
  { access: { role: 'administrador' }, page: '/dashboard' },
  { access: { anyOf: ['gestionar_catalogos'] }, page: '/camiones' },
]

export const homeOf = (caller: Caller): Page =>
  homes.find(({ access }) => can(caller, access))?.page ?? '/dashboard'

/** Where a login leads: to the page that was asked for, if it is one of ours that the user may open. */
export function landingOf(caller: Caller, origin: unknown): string {
  // `/` is where people arrive who asked for nothing in particular.
  if (typeof origin !== 'string' || origin === '/') return '/dashboard'
  const page = pageAt(origin.split('?', 1)[0] ?? '')?.page
  const access = page && pages[page]
  return access && access !== 'public' && can(caller, access) ? origin : '/dashboard'
}
