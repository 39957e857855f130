import { momento } from '@flota/contract/format.ts'

/** The day of a moment in the company's zone; '…' while that is unknown. */
export const dayOf = (iso: string, zona: string | undefined) => (zona ? momento(iso, zona).slice(0, 10) : '…')
