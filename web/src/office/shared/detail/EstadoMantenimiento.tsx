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
  /** Shows one badge: an overdue one is always Programado. */
  short?: boolean
}

export function EstadoMantenimiento({ mantenimiento, hoy, short = false }: Props) {
  const { estado } = mantenimiento
  const overdue = isOverdue(mantenimiento, hoy)
  return (
    <span className="flex flex-wrap gap-1">
      {!(short && overdue) && <Badge {...(estadoLooks[estado] ?? unknownLook)}>{estado}</Badge>}
      {overdue && (
        <Badge Icon={TriangleAlert} color={badgeColors.red}>
          Atrasado
        </Badge>
      )}
    </span>
  )
}
