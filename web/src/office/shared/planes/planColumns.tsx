import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import type { Plan } from '@flota/contract/fleet/planes.ts'
import { type PlanEstado, planEstadoWords } from '@flota/contract/records/planes.ts'
import { Ban, CircleCheck, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { withId } from '../../../shell/paths.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { column, oneLineColumn } from '../columns.ts'
import { dayAndKm, duePart, intervalText, planHref, planText } from './planTexts.ts'

const estadoLooks: Record<PlanEstado, { Icon: LucideIcon; color: string; fill: string }> = {
  vencido: { Icon: TriangleAlert, color: badgeColors.red, fill: 'bg-incidente-fill' },
  por_vencer: { Icon: Clock, color: badgeColors.yellow, fill: 'bg-pendiente-fill' },
  al_dia: { Icon: CircleCheck, color: badgeColors.green, fill: 'bg-entregado-fill' },
  inactivo: { Icon: Ban, color: badgeColors.grey, fill: 'bg-muted' },
}

export const EstadoPlan = ({ plan: { estado } }: { plan: Plan }) => {
  const { Icon, color } = estadoLooks[estado]
  return (
    <Badge Icon={Icon} color={color}>
      {planEstadoWords[estado]}
    </Badge>
  )
}

/** Bar of the interval used, with its words. */
function PlanProgress({ plan }: { plan: Plan }) {
  const used = duePart(plan)?.used ?? 0
  const percent = Math.round(Math.min(1, Math.max(0, used)) * 100)
  return (
    <span className="grid min-w-36 gap-0.5">
      <span className={cx(plan.estado === 'vencido' && 'font-semibold text-incidente')}>
        {planText(plan)}
      </span>
      <span aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx('block h-full rounded-full', estadoLooks[plan.estado].fill)}
          style={{ width: `${percent}%` }}
        />
      </span>
    </span>
  )
}

const dayColumn = (
  label: string,
  phone: Column<Plan>['phone'],
  fecha: (plan: Plan) => string | null,
  km: (plan: Plan) => number | null,
  href?: Column<Plan>['href'],
): Column<Plan> =>
  stacked(
    oneLineColumn<Plan>(
      label,
      phone,
      7,
      (plan) => {
        const day = fecha(plan)
        return day && formatFecha(day)
      },
      { card: (plan) => dayAndKm(fecha(plan), km(plan)), ...(href && { href }) },
    ),
    {
      label: 'Kilometraje',
      phone: 'hidden',
      cell: (plan) => {
        const reading = km(plan)
        return reading !== null && `${formatInteger(reading)} km`
      },
    },
  )

/** Columns of a list of plans. */
export const planColumns = {
  camion: column<Plan>('Camión', 'subtitle', 8, ({ camion }) => camion, {
    href: ({ camion_id }) => withId('/mostrar-camiones/:id', camion_id),
  }),
  plan: stacked(
    column<Plan>('Plan', 'title', 16, ({ nombre }) => nombre, { href: ({ id }) => planHref(id) }),
    { label: 'Cada', phone: 'note', cell: intervalText },
  ),
  uso: column<Plan>('Uso', 'line', 13, (plan) => <PlanProgress plan={plan} />),
  ultimo: dayColumn(
    'Último',
    'labelled',
    ({ ultimo_fecha }) => ultimo_fecha,
    ({ ultimo_km }) => ultimo_km,
    ({ ultimo_id }) => (ultimo_id === null ? undefined : withId('/ver-mantenimiento/:id', ultimo_id)),
  ),
  proximo: dayColumn(
    'Próximo',
    'labelled',
    ({ proxima_fecha }) => proxima_fecha,
    ({ proximo_km }) => proximo_km,
  ),
  estado: oneLineColumn<Plan>('Estado', 'badge', 9, (plan) => <EstadoPlan plan={plan} />),
}
