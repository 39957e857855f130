import { formatMomento } from '@flota/contract/format.ts'

/** The day of a moment in the company's zone; '…' while that is unknown. */
export const localDay = (iso: string, zona: string | undefined) =>
  zona ? formatMomento(iso, zona).slice(0, 10) : '…'
