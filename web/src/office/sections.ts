import { type CatalogueName, catalogues } from '@flota/contract/catalogues.ts'
import { ChartColumn, Gauge, LayoutDashboard, MapPinned, Trash2, UserCog, Wrench } from 'lucide-react'
import type { Section } from '../paths.ts'
import { misRutasSection } from '../shell/misRutasSection.ts'
import { catalogueIcons } from './catalogue/icons.ts'

const catalogue = (name: CatalogueName): Section => ({
  page: catalogues[name].screens.list,
  label: catalogues[name].words.title,
  about: `Ver, ingresar y editar ${catalogues[name].words.title.toLowerCase()}`,
  Icon: catalogueIcons[name],
})
const personal = (name: CatalogueName): Section => ({ ...catalogue(name), group: 'Personal' })

/** The menu, in its order; who sees which entry follows from who may open the page, unless `menu` says less. */
export const sections: readonly Section[] = [
  {
    page: '/dashboard',
    label: 'Dashboard',
    about: 'Cómo va el día',
    Icon: LayoutDashboard,
    menu: { role: 'administrador' },
  },
  { page: '/admin-dashboard', label: 'Panel de la empresa', about: 'Cómo va la empresa', Icon: Gauge },
  misRutasSection,
  { page: '/rutas', label: 'Rutas', about: 'Ver, ingresar y editar rutas', Icon: MapPinned },
  personal('choferes'),
  personal('ayudantes'),
  catalogue('clientes'),
  catalogue('camiones'),
  {
    page: '/mantenimientos',
    label: 'Mantenimientos',
    about: 'Ver, ingresar y editar mantenimientos',
    Icon: Wrench,
  },
  {
    page: '/reportes',
    label: 'Reportes',
    about: 'Viajes e ingresos por día, mes y año',
    Icon: ChartColumn,
  },
  { page: '/usuarios', label: 'Usuarios', about: 'Quién entra y qué puede hacer', Icon: UserCog },
  { page: '/papelera', label: 'Papelera', about: 'Lo eliminado, para restaurarlo', Icon: Trash2 },
]
