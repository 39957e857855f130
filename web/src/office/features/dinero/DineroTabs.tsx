import { calls } from '@flota/contract/core/calls.ts'
import { usePermission } from '../../../api/session.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'

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
    <LinkTabs
      label="Dinero"
      hrefs={Object.fromEntries(visibleTabs.map((vista) => [dineroTabs[vista], hrefOf(vista)]))}
      current={dineroTabs[current]}
      className="min-w-0 flex-1 flex-wrap gap-x-0.5 max-md:order-last max-md:basis-full max-sm:*:px-1.5 md:ml-4"
    />
  )
}
