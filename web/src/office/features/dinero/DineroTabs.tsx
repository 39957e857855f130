import { calls } from '@flota/contract/core/calls.ts'
import { Link } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { cx } from '../../../ui/cx.ts'

/** All money lists share one stored page size. */
export const dineroPageSizes = { sizes: [10, 20, 50, 100], defaultSize: 20 }

/** Keyed by the address parameter `vista`. */
const dineroTabs = {
  pilotos: 'Pilotos',
  movimientos: 'Movimientos',
  liquidaciones: 'Liquidaciones',
  margen: 'Margen',
} as const
export type DineroTab = keyof typeof dineroTabs

export const parseTab = (text: string | null): DineroTab =>
  text !== null && Object.hasOwn(dineroTabs, text) ? (text as DineroTab) : 'pilotos'

const hrefOf = (vista: DineroTab) => (vista === 'pilotos' ? '/dinero' : `/dinero?vista=${vista}`)

export function DineroTabs({ current }: { current: DineroTab }) {
  const may = usePermission()
  // Object.keys loses the type of the keys.
  const visibleTabs = (Object.keys(dineroTabs) as DineroTab[]).filter(
    (vista) => vista !== 'margen' || may(calls['GET /api/margen']),
  )
  return (
    <nav
      aria-label="Dinero"
      className="flex min-w-0 flex-1 flex-wrap gap-x-0.5 max-md:order-last max-md:basis-full md:ml-4"
    >
      {visibleTabs.map((vista) => (
        <Link
          key={vista}
          href={hrefOf(vista)}
          aria-current={vista === current ? 'page' : undefined}
          className={cx(
            'flex min-h-11 items-center border-b-2 px-3 font-bold max-sm:px-1.5',
            vista === current ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {dineroTabs[vista]}
        </Link>
      ))}
    </nav>
  )
}
