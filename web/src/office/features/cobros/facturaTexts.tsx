import { plazoInWords } from '@flota/contract/core/calendar.ts'
import { formatFecha } from '@flota/contract/core/format.ts'
import { cobroEstadoWords } from '@flota/contract/records/cobros.ts'
import { facturaEstadoWords } from '@flota/contract/records/facturas.ts'
import { Ban, CircleCheck } from 'lucide-react'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { cx } from '../../../ui/cx.ts'

const words = { ...facturaEstadoWords, ...cobroEstadoWords }

/** State of an invoice or a payment. */
export const EstadoCobros = ({ estado }: { estado: keyof typeof words }) => (
  <Badge
    Icon={estado === 'vigente' ? CircleCheck : Ban}
    color={estado === 'vigente' ? badgeColors.green : badgeColors.red}
  >
    {words[estado]}
  </Badge>
)

/** Due date, with the days left while the invoice is open; red when overdue. */
export function VenceText({ vence, dias }: { vence: string; dias: number | null }) {
  const days = dias !== null && plazoInWords(dias, { past: 'Venció', future: 'Vence' })
  return (
    <span className={cx(dias !== null && dias < 0 && 'text-danger')}>
      {formatFecha(vence)}
      {days && <span className="block text-sm">{days}</span>}
    </span>
  )
}
