import { catalogues } from '@flota/contract/records/catalogues.ts'
import {
  BadgeDollarSign,
  CalendarClock,
  ChartColumn,
  ChartGantt,
  CircleQuestionMark,
  ClipboardCheck,
  Fuel,
  Gauge,
  HandCoins,
  LayoutDashboard,
  MapPinned,
  ReceiptText,
  Route,
  ScrollText,
  Settings,
  Trash2,
  UserCog,
  Wrench,
} from 'lucide-react'
import type { Section } from '../../shell/paths.ts'
import { catalogueIcons } from './icons.ts'

const catalogueSections = Object.values(catalogues).map(
  ({ screens, words, menu }): Section => ({
    page: screens.list,
    label: words.title,
    about: `Ver, ingresar y editar ${words.title.toLowerCase()}`,
    Icon: catalogueIcons[menu.icon],
    ...(menu.group && { group: menu.group }),
  }),
)

const administrationSections: readonly Section[] = [
  { page: '/usuarios', label: 'Usuarios', about: 'Quién entra y qué puede hacer', Icon: UserCog },
  { page: '/bitacora', label: 'Bitácora', about: 'Quién cambió qué y cuándo', Icon: ScrollText },
  { page: '/papelera', label: 'Papelera', about: 'Lo eliminado, para restaurarlo', Icon: Trash2 },
  { page: '/ajustes', label: 'Ajustes', about: 'Los datos de la empresa y qué se revisa', Icon: Settings },
]

/** The menu in order. An entry appears if the user may open its page and has `menu`. */
export const sections: readonly Section[] = [
  {
    page: '/dashboard',
    label: 'Dashboard',
    about: 'Cómo va el día',
    Icon: LayoutDashboard,
    menu: { role: 'administrador' },
  },
  { page: '/admin-dashboard', label: 'Panel de la empresa', about: 'Cómo va la empresa', Icon: Gauge },
  { page: '/piloto-rutas', label: 'Mis Rutas', about: 'Tus rutas y su estado', Icon: Route },
  { page: '/rutas', label: 'Rutas', about: 'Ver, ingresar y editar rutas', Icon: MapPinned },
  { page: '/tablero', label: 'Tablero', about: 'El día de cada camión, hora por hora', Icon: ChartGantt },
  ...catalogueSections,
  {
    page: '/mantenimientos',
    label: 'Mantenimientos',
    about: 'Ver, ingresar y editar mantenimientos',
    Icon: Wrench,
  },
  {
    page: '/planes',
    label: 'Planes',
    about: 'Qué servicio toca a cada camión y cuándo',
    Icon: ClipboardCheck,
  },
  { page: '/tarifas', label: 'Tarifas', about: 'Cuánto se cobra por cada viaje', Icon: BadgeDollarSign },
  {
    page: '/dinero',
    label: 'Dinero',
    about: 'Anticipos, gastos y liquidaciones de los pilotos',
    Icon: HandCoins,
  },
  {
    page: '/cobros',
    label: 'Cobros',
    about: 'Facturas de los clientes, sus pagos y lo que deben',
    Icon: ReceiptText,
  },
  {
    page: '/combustible',
    label: 'Combustible',
    about: 'Cargas, kilómetros por galón y costo por kilómetro',
    Icon: Fuel,
  },
  {
    page: '/vencimientos',
    label: 'Vencimientos',
    about: 'Licencias y documentos, y cuándo vencen',
    Icon: CalendarClock,
  },
  { page: '/reportes', label: 'Reportes', about: 'Viajes e ingresos por día, mes y año', Icon: ChartColumn },
  ...administrationSections.map((section) => ({ ...section, group: 'Administración' })),
]

/** In the top bar for all users, and in the phone's menu. */
export const ayudaSection: Section = {
  page: '/ayuda',
  label: 'Ayuda',
  about: 'Cómo se hace cada cosa',
  Icon: CircleQuestionMark,
}
