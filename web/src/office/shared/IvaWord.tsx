import { ivaWord } from '@flota/contract/records/iva.ts'
import { useConfig } from '../../api/config.ts'

/** Returns 'con IVA' or 'sin IVA', which stands beside each sum of income; empty until loaded. */
export function useIvaWord(): string {
  const config = useConfig()
  return config ? ivaWord(config.precios_incluyen_iva !== false) : ''
}

export const IvaWord = () => (
  <span className="text-sm font-normal tracking-normal whitespace-nowrap text-muted">{useIvaWord()}</span>
)
