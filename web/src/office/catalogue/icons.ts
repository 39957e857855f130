import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { Building2, HandHelping, IdCard, type LucideIcon, Truck } from 'lucide-react'

/** What each catalogue looks like in the menu: apart from its screens, which every page knows of. */
export const catalogueIcons: Record<CatalogueName, LucideIcon> = {
  choferes: IdCard,
  ayudantes: HandHelping,
  clientes: Building2,
  camiones: Truck,
}
