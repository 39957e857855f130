import { keysOf } from '@flota/contract/core/keys.ts'
import { LinkTabs } from '../../shared/LinkTabs.tsx'

/** Keyed by the address parameter `vista`. */
const cobrosTabs = {
  'por-facturar': 'Por facturar',
  facturas: 'Facturas',
  cobros: 'Cobros',
  'por-cobrar': 'Por cobrar',
} as const
type CobrosTab = keyof typeof cobrosTabs

export const parseTab = (text: string | null): CobrosTab =>
  keysOf(cobrosTabs).find((vista) => vista === text) ?? 'por-facturar'

const hrefOf = (vista: CobrosTab) => (vista === 'por-facturar' ? '/cobros' : `/cobros?vista=${vista}`)

export const CobrosTabs = ({ current }: { current: CobrosTab }) => (
  <LinkTabs
    label="Cobros"
    hrefs={Object.fromEntries(keysOf(cobrosTabs).map((vista) => [cobrosTabs[vista], hrefOf(vista)]))}
    current={cobrosTabs[current]}
    className="min-w-0 flex-1 flex-wrap gap-x-0.5 max-md:order-last max-md:basis-full max-sm:*:px-1.5 md:ml-4"
  />
)
