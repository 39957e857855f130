import { calls } from '@flota/contract/calls.ts'
import { Link } from 'wouter'
import { useMay } from '../../../api/usePermission.ts'
import { cx } from '../../../ui/cx.ts'

/** By what the address says. */
const vistas = {
  pilotos: 'Pilotos',
  movimientos: 'Movimientos',
  liquidaciones: 'Liquidaciones',
  margen: 'Margen',
} as const
export type Vista = keyof typeof vistas

export const vistaOf = (said: string | null): Vista =>
  said !== null && Object.hasOwn(vistas, said) ? (said as Vista) : 'pilotos'

const hrefOf = (vista: Vista) => (vista === 'pilotos' ? '/dinero' : `/dinero?vista=${vista}`)

/** The ways from one list of the money to the others, for who may see them. */
export function Vistas({ shown }: { shown: Vista }) {
  const may = useMay()
  // Object.keys forgets its keys.
  const offered = (Object.keys(vistas) as Vista[]).filter(
    (vista) => vista !== 'margen' || may(calls['GET /api/margen']),
  )
  return (
    <nav
      aria-label="Dinero"
      className="flex min-w-0 flex-1 flex-wrap gap-x-0.5 max-md:order-last max-md:basis-full md:ml-4"
    >
      {offered.map((vista) => (
        <Link
          key={vista}
          href={hrefOf(vista)}
          aria-current={vista === shown ? 'page' : undefined}
          className={cx(
            'flex min-h-11 items-center border-b-2 px-3 font-bold max-sm:px-1.5',
            vista === shown ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {vistas[vista]}
        </Link>
      ))}
    </nav>
  )
}
