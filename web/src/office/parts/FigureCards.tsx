import type { RutaEstado } from '@flota/contract/estados.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import { cifras, type Totales } from '@flota/contract/periodos.ts'
import { Banknote, type LucideIcon, Route } from 'lucide-react'
import { Link } from 'wouter'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { estadoLook } from '../../viaje/EstadoBadge.tsx'

interface Props {
  /** Undefined while loading. */
  totals: Totales | undefined
  /** To the trips counted, of one state or all. */
  hrefOf?: (estado?: RutaEstado) => string
  withIncome?: boolean
  className?: string
}

/** Trips, their states and the income, each as a card. */
export function FigureCards({ totals, hrefOf, withIncome = true, className }: Props) {
  return (
    <ul className={cx('grid grid-cols-2 gap-3 md:grid-cols-3', className)}>
      {cifras.map(({ key, kind, estado, tarjeta }) => {
        const isMoney = kind === 'money'
        const whole = { Icon: isMoney ? Banknote : Route, wide: true }
        return (
          (!isMoney || withIncome) && (
            <FigureCard
              key={key}
              label={tarjeta}
              value={totals && (isMoney ? quetzales(totals[key]) : totals[key])}
              href={hrefOf?.(estado)}
              {...(estado ? estadoLook(estado) : whole)}
            />
          )
        )
      })}
    </ul>
  )
}

interface CardProps {
  label: string
  /** Undefined while loading. */
  value: number | string | undefined
  href: string | undefined
  Icon: LucideIcon
  color?: string
  /** The whole width of a phone. */
  wide?: boolean
}

const box =
  'flex min-h-19 items-center gap-4 rounded-ui border border-line bg-card p-3 shadow-soft md:min-h-22 md:px-4'

/** Width of a bold digit, in em. */
const perCharacter = 0.64
/** The usual size, or smaller where a long amount has too little room beside its icon. */
const sizeOf = (amount: string) => `min(1.875rem, 100cqi / ${amount.length * perCharacter})`

function FigureCard({
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
      <span className="@container grid min-w-0 flex-1">
        <span className="text-muted">{label}</span>
        {value === undefined ? (
          <Skeleton className="my-2.5 h-5 w-1/2" />
        ) : (
          <span
            className="text-3xl leading-10 font-bold"
            style={typeof value === 'string' ? { fontSize: sizeOf(value) } : undefined}
          >
            {typeof value === 'number' ? entero(value) : value}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={wide ? 'max-md:col-span-2' : undefined}>
      {value === undefined || href === undefined ? (
        <div className={box}>{content}</div>
      ) : (
        <Link href={href} className={cx(box, 'hover:border-field')}>
          {content}
        </Link>
      )}
    </li>
  )
}
