import type { RutaEstado } from '@flota/contract/estados.ts'
import { cifras, cifraTexto, type Totales } from '@flota/contract/periodos.ts'
import { Banknote, Route } from 'lucide-react'
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
  const shown = cifras.filter(({ kind }) => withIncome || kind !== 'money')
  return (
    <ul className={cx('grid grid-cols-2 gap-3 md:grid-cols-3', className)}>
      {shown.map((cifra) => (
        <FigureCard key={cifra.key} cifra={cifra} totals={totals} href={totals && hrefOf?.(cifra.estado)} />
      ))}
    </ul>
  )
}

const box =
  'flex min-h-19 items-center gap-4 rounded-ui border border-line bg-card p-3 shadow-soft md:min-h-22 md:px-4'

/** Width of a bold digit, in em. */
const perCharacter = 0.64
/** The usual size, or smaller where a long amount has too little room beside its icon. */
const sizeOf = (amount: string) => `min(1.875rem, 100cqi / ${amount.length * perCharacter})`

interface CardProps extends Pick<Props, 'totals'> {
  cifra: (typeof cifras)[number]
  href: string | undefined
}

function FigureCard({ cifra, totals, href }: CardProps) {
  const { kind, estado, tarjeta } = cifra
  const whole = { Icon: kind === 'money' ? Banknote : Route, color: 'border-line bg-sunken text-ink' }
  const { Icon, color } = estado ? estadoLook(estado) : whole
  const text = totals && cifraTexto(cifra, totals)
  const content = (
    <>
      <span
        className={cx('grid size-11 shrink-0 place-items-center rounded-full border max-xl:hidden', color)}
      >
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="@container grid min-w-0 flex-1">
        <span className="text-muted">{tarjeta}</span>
        {text === undefined ? (
          <Skeleton className="my-2.5 h-5 w-1/2" />
        ) : (
          <span
            className="text-3xl leading-10 font-bold"
            style={kind === 'money' ? { fontSize: sizeOf(text) } : undefined}
          >
            {text}
          </span>
        )}
      </span>
    </>
  )
  return (
    <li className={estado ? undefined : 'max-md:col-span-2'}>
      {href === undefined ? (
        <div className={box}>{content}</div>
      ) : (
        <Link href={href} className={cx(box, 'hover:border-field')}>
          {content}
        </Link>
      )}
    </li>
  )
}
