import { type Caller, can, type Permiso } from '@flota/contract/access.ts'
import type { Page } from '@flota/contract/pages.ts'
import { mayOpen, type Section } from '../../../shell/paths.ts'

/** What the hint panel may offer (docs/contract/screens.md), in its order. */
const hinted: readonly string[] = ['/reportes', '/rutas', '/choferes', '/piloto-rutas']
const counted: readonly Permiso[] = ['ver_rutas', 'generar_reportes', 'gestionar_catalogos']

/** The links beside the summary: none for users with several fields of work, who know the menu. */
export function hintsFor(caller: Caller, sections: readonly Section[]): Section[] {
  const fields = counted.filter((permiso) => caller.permissions.includes(permiso)).length
  if (fields > 1 || can(caller, { role: 'administrador' })) return []
  return sections
    .filter(({ page }) => hinted.includes(page) && mayOpen(caller, page))
    .sort((a, b) => hinted.indexOf(a.page) - hinted.indexOf(b.page))
}

const here: readonly Page[] = ['/dashboard', '/admin-dashboard']

/** All sections the user may open, for users without a summary. */
export const allFor = (caller: Caller, sections: readonly Section[]) =>
  sections.filter(({ page }) => !here.includes(page) && mayOpen(caller, page))
