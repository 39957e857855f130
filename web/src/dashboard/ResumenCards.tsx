import type { RutaEstado } from '@flota/contract/estados.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import { Banknote, type LucideIcon, Route } from 'lucide-react'
import { Link } from 'wouter'
import type { AnswerOf } from '../api/call.ts'
import { cx } from '../ui/cx.ts'
import { estadoLook } from '../ui/EstadoBadge.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { rutasOf } from './rutasHref.ts'

export type Dia = AnswerOf<'GET /api/rutas/recientes'>['data']['rutasPorFecha'][number]

interface Props {
  /** Undefined while it is on its way. */
  resumen: Dia['resumen'] | undefined
  fecha: string
  /** A pilot sees no income. */
  withIncome: boolean
}

/** The day in six figures; each leads to the trips that it counts. */
export function ResumenCards({ resumen, fecha, withIncome }: Props) {
  const of = (label: string, estado: RutaEstado, count: number | undefined) => (
    <Card label={label} value={count} href={rutasOf(fecha, estado)} {...estadoLook(estado)} />
  )
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4">
      <Card label="Total de Rutas" value={resumen?.total} href={rutasOf(fecha)} Icon={Route} wide />
      {of('Rutas Pendientes', 'Pendiente', resumen?.pendientes)}
      {of('Rutas En Curso', 'En curso', resumen?.en_curso)}
      {of('Rutas Entregadas', 'Entregado', resumen?.entregadas)}
      {of('Rutas con Incidentes', 'Incidente', resumen?.incidentes)}
      {withIncome && (
        <Card
          label="Ingresos Totales"
          value={resumen && quetzales(resumen.ingresos ?? 0)}
          href={rutasOf(fecha)}
          Icon={Banknote}
          wide
        />
      )}
    </ul>
  )
}

interface CardProps {
  label: string
  value: number | string | undefined
  href: string
  Icon: LucideIcon
  color?: string
  /** The whole width of a phone; its figure is drawn as large as there is room for. */
  wide?: boolean
}

const box =
  'flex min-h-19 items-center gap-4 rounded-ui border border-line bg-card p-3 shadow-soft md:min-h-22 md:px-4'

function Card({
  label,
  value,
  href,
  Icon,
  color = 'border-line bg-sunken text-ink',
  wide = false,
}: CardProps) {
  const content = (
    <>
      <span
        className={cx('grid size-11 shrink-0 place-items-center rounded-full border max-xl:hidden', color)}
      >
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="my-2.5 h-5 w-1/2" />
        ) : (
          <span
            className={cx('leading-10 font-bold', wide ? 'text-[length:min(1.875rem,10cqi)]' : 'text-3xl')}
          >
            {typeof value === 'number' ? entero(value) : value}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={cx('@container', wide && 'max-md:col-span-2')}>
      {value === undefined ? (
        <div className={box}>{content}</div>
      ) : (
        <Link href={href} className={cx(box, 'hover:border-field')}>
          {content}
        </Link>
      )}
    </li>
  )
}
