import type { Rol } from '@flota/contract/core/access.ts'
import type { IconName } from '@flota/contract/records/definition.ts'
import { Building2, HandHelping, IdCard, type LucideIcon, ShieldCheck, Truck, UserRound } from 'lucide-react'

export const catalogueIcons: Record<IconName, LucideIcon> = {
  building: Building2,
  'hand-helping': HandHelping,
  'id-card': IdCard,
  truck: Truck,
}

export const roleIcons: Record<Rol, LucideIcon> = {
  administrador: ShieldCheck,
  piloto: IdCard,
  usuario: UserRound,
}
