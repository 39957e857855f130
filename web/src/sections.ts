import { catalogues } from '@flota/contract/catalogues.ts'
import { LayoutDashboard, Route } from 'lucide-react'
import { catalogueScreens } from './catalogue/screens.tsx'
import type { Section } from './paths.ts'

/** The menu, in its order; who sees which entry follows from who may open the page. */
export const sections: readonly Section[] = [
  { page: '/dashboard', label: 'Dashboard', about: 'Lo que puedes hacer aquí', Icon: LayoutDashboard },
  { page: '/piloto-rutas', label: 'Mis Rutas', about: 'Tus rutas y su estado', Icon: Route },
  ...Object.values(catalogues).map(({ name, screens, words }) => ({
    page: screens.list,
    label: words.title,
    about: `Ver, ingresar y editar ${words.title.toLowerCase()}`,
    Icon: catalogueScreens[name].Icon,
  })),
]
