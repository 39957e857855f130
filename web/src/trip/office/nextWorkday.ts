import { addDays } from '@flota/contract/core/dates.ts'

/** Returns the next day from Monday to Saturday. */
export function nextWorkday(dia: string): string {
  const next = addDays(dia, 1)
  return new Date(`${next}T00:00Z`).getUTCDay() === 0 ? addDays(next, 1) : next
}
