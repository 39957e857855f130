import type { LiquidacionEstado } from '@flota/contract/records/dinero.ts'
import { Ban, CircleCheck } from 'lucide-react'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'

export const EstadoLiquidacion = ({ estado }: { estado: LiquidacionEstado }) =>
  estado === 'cerrada' ? (
    <Badge Icon={CircleCheck} color={badgeColors.green}>
      Cerrada
    </Badge>
  ) : (
    <Badge Icon={Ban} color={badgeColors.red}>
      Anulada
    </Badge>
  )
