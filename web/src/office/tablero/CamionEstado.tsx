import type { Tablero } from '@flota/contract/tablero.ts'
import { CircleCheck, Truck, Wrench } from 'lucide-react'
import { Badge, badgeColors } from '../../ui/Badge.tsx'

const looks = {
  en_taller: { Icon: Wrench, color: badgeColors.grey, children: 'En taller' },
  en_viaje: { Icon: Truck, color: badgeColors.blue, children: 'En viaje' },
  libre: { Icon: CircleCheck, color: badgeColors.green, children: 'Libre' },
} satisfies Record<Tablero['camiones'][number]['estado'], unknown>

/** Where a truck is now. */
export const CamionEstado = ({ estado }: { estado: keyof typeof looks }) => <Badge {...looks[estado]} />
