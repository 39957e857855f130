import type { RutaEstado } from '@flota/contract/records/estados.ts'
import { formatFigure, reporteFigures, type Totales } from '@flota/contract/reports/periodos.ts'
import { Banknote, Route } from 'lucide-react'
import { Link } from 'wouter'
import { estadoLook } from '../../../trip/EstadoBadge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { IvaWord } from '../IvaWord.tsx'

interface Props {
  /** Undefined while loading. */
  totals: Totales | undefined
  /** Returns the list of counted trips, of one state or of all. */
  hrefOf?: (estado?: RutaEstado) => string
  withIncome?: boolean
}

/** Shows trips, their states and the income as cards. */
export function StatCards({ totals, hrefOf, withIncome = true }: Props) {
  const figures = reporteFigures.filter(({ kind }) => withIncome || kind !== 'money')
  return (
    <div className="@container">
      <ul className="grid auto-cols-fr gap-3 @max-[64rem]:grid-cols-2 @min-[36rem]:@max-[64rem]:grid-cols-3 @min-[64rem]:grid-flow-col">
        {figures.map((cifra) => (
          <StatCard key={cifra.key} cifra={cifra} totals={totals} href={totals && hrefOf?.(cifra.estado)} />
        ))}
      </ul>
    </div>
  )
}

const box = 'block h-full rounded-ui border border-line bg-card px-3 py-2 shadow-soft'

/** Width of a bold digit, in em. */
const digitWidthEm = 0.64
/** Returns the usual font size, or a smaller one if the figure is too long for its container. */
export const fittingFontSize = (figure: string, usual: string) =>
  `min(${usual}, 100cqi / ${figure.length * digitWidthEm})`

interface CardProps extends Pick<Props, 'totals'> {
  cifra: (typeof reporteFigures)[number]
  href: string | undefined
}

function StatCard({ cifra, totals, href }: CardProps) {
  const { kind, estado, cardTitle } = cifra
  const whole = { Icon: kind === 'money' ? Banknote : Route, color: 'border-line bg-sunken text-ink' }
  const { Icon, color } = estado ? estadoLook(estado) : whole
  // Red only if there are incidents.
  const isCalm = estado === 'Incidente' && !totals?.[cifra.key]
  const text = totals && formatFigure(cifra, totals)
  const content = (
    <>
      <span className="block text-sm text-muted">{cardTitle}</span>
      <span className="mt-1 flex items-center gap-2.5">
        <span
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-full border',
            isCalm ? whole.color : color,
          )}
        >
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <span className="@container min-w-0 flex-1 text-2xl leading-8 font-bold">
          {text === undefined ? (
            <Skeleton className="h-5 w-1/2" />
          ) : (
            <span
              className="block"
              style={kind === 'money' ? { fontSize: fittingFontSize(text, '1.5rem') } : undefined}
            >
              {text}
            </span>
          )}
          {/* Below the figure, which needs the card's whole width. */}
          {kind === 'money' && (
            <span className="block leading-4">
              <IvaWord />
            </span>
          )}
        </span>
      </span>
    </>
  )
  return (
    <li>
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
