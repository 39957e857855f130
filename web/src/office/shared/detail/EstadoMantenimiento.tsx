import type { mantenimientoEstados } from '@flota/contract/records/estados.ts'
import {
  Ban,
  CalendarClock,
  CircleCheck,
  CircleHelp,
  type LucideIcon,
  TriangleAlert,
  Wrench,
} from 'lucide-react'
import type { AnswerOf } from '../../../api/call.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'

export type Mantenimiento = AnswerOf<'GET /api/mantenimientos'>['data'][number]

type Estado = (typeof mantenimientoEstados)[number]

const estadoLooks: Partial<Record<string, { Icon: LucideIcon; color: string }>> = {
  Programado: { Icon: CalendarClock, color: badgeColors.yellow },
  'En proceso': { Icon: Wrench, color: badgeColors.blue },
  Completado: { Icon: CircleCheck, color: badgeColors.green },
  Cancelado: { Icon: Ban, color: badgeColors.grey },
} satisfies Record<Estado, unknown>

const unknownLook = { Icon: CircleHelp, color: badgeColors.grey }

export const isOverdue = ({ estado, fecha_programada }: Mantenimiento, hoy: string | undefined) =>
  estado === 'Programado' && hoy !== undefined && fecha_programada < hoy

interface Props {
  mantenimiento: Mantenimiento
  hoy: string | undefined
}

export function EstadoMantenimiento({ mantenimiento, hoy }: Props) {
  const { estado } = mantenimiento
  return (
    <span className="flex flex-wrap gap-1">
      <Badge {...(estadoLooks[estado] ?? unknownLook)}>{estado}</Badge>
      {isOverdue(mantenimiento, hoy) && (
        <Badge Icon={TriangleAlert} color={badgeColors.red}>
          Atrasado
        </Badge>
      )}
    </span>
  )
}
