import { type Caller, can, type Permiso } from '@flota/contract/core/access.ts'
import type { Page } from '@flota/contract/core/pages.ts'
import { canOpen, type Section } from '../../../shell/paths.ts'

/** Pages of the hint panel in order (docs/contract/screens.md). */
const hintPages: readonly string[] = ['/reportes', '/rutas', '/choferes', '/piloto-rutas']
const countedPermisos: readonly Permiso[] = ['ver_rutas', 'generar_reportes', 'gestionar_catalogos']

/** Returns links beside the summary; none for users with several fields of work, who know the menu. */
export function hintsFor(caller: Caller, sections: readonly Section[]): Section[] {
  const fields = countedPermisos.filter((permiso) => caller.permissions.includes(permiso)).length
  if (fields > 1 || can(caller, { role: 'administrador' })) return []
  return sections
    .filter(({ page }) => hintPages.includes(page) && canOpen(caller, page))
    .sort((a, b) => hintPages.indexOf(a.page) - hintPages.indexOf(b.page))
}

const summaryPages: readonly Page[] = ['/dashboard', '/admin-dashboard']

/** Returns all permitted sections, for users without a summary. */
export const sectionsFor = (caller: Caller, sections: readonly Section[]) =>
  sections.filter(({ page }) => !summaryPages.includes(page) && canOpen(caller, page))
