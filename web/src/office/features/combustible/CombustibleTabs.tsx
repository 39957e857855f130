import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger } from '@flota/contract/core/format.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'

/** Keyed by the address parameter `vista`. */
const combustibleTabs = {
  cargas: 'Cargas',
  costo: 'Costo por km',
  piloto: 'Por piloto',
  'sin-galones': 'Sin galones',
} as const
export type CombustibleTab = keyof typeof combustibleTabs

export const parseTab = (text: string | null): CombustibleTab =>
  text !== null && Object.hasOwn(combustibleTabs, text) ? (text as CombustibleTab) : 'cargas'

export function useVisibleTabs() {
  const seesCosto = usePermission()(calls['GET /api/rendimiento'])
  // Object.keys loses the type of the keys.
  return (Object.keys(combustibleTabs) as CombustibleTab[]).filter(
    (vista) => seesCosto || !(vista === 'costo' || vista === 'piloto'),
  )
}

const hrefOf = (vista: CombustibleTab) =>
  vista === 'cargas' ? '/combustible' : `/combustible?vista=${vista}`

/** Tabs with the number of fuel expenses that have no gallons. */
export function CombustibleTabs({ current }: { current: CombustibleTab }) {
  const { data } = useEndpoint('GET /api/movimientos', { query: { sin_galones: 'si', porPagina: 1 } })
  const count = data && ` (${formatInteger(data.paginacion.total)})`
  const labelOf = (vista: CombustibleTab) =>
    vista === 'sin-galones' ? `${combustibleTabs[vista]}${count ?? ''}` : combustibleTabs[vista]
  return (
    <LinkTabs
      label="Combustible"
      hrefs={Object.fromEntries(useVisibleTabs().map((vista) => [labelOf(vista), hrefOf(vista)]))}
      current={labelOf(current)}
      className="min-w-0 flex-1 flex-wrap gap-x-0.5 max-md:order-last max-md:basis-full max-sm:*:px-1.5 md:ml-4"
    />
  )
}
