import { formatMomento } from '@flota/contract/format.ts'

/** Returns the day of a moment in the company's time zone; '…' while the zone is unknown. */
export const localDay = (iso: string, zona: string | undefined) =>
  zona ? formatMomento(iso, zona).slice(0, 10) : '…'
