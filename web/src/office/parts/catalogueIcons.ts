import type { IconName } from '@flota/contract/definition.ts'
import { Building2, HandHelping, IdCard, type LucideIcon, Truck } from 'lucide-react'

export const catalogueIcons: Record<IconName, LucideIcon> = {
  building: Building2,
  'hand-helping': HandHelping,
  'id-card': IdCard,
  truck: Truck,
}
