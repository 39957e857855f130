import { movimientoEstadoText } from '@flota/contract/dinero.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { Ban, CircleCheck, Clock } from 'lucide-react'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'

const estadoLooks = {
  registrado: { Icon: Clock, color: badgeColors.yellow },
  aprobado: { Icon: CircleCheck, color: badgeColors.green },
  anulado: { Icon: Ban, color: badgeColors.red },
} as const

export function EstadoMovimiento({ movimiento }: { movimiento: Pick<Movimiento, 'estado' | 'del_piloto'> }) {
  return <Badge {...estadoLooks[movimiento.estado]}>{movimientoEstadoText(movimiento)}</Badge>
}
