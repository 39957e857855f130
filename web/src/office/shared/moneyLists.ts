import { daysBetween } from '@flota/contract/core/dates.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'

/** All lists of money share one stored page size. */
export const moneyPageSizes = { sizes: [10, 20, 50, 100], defaultSize: 20 }

/** Sums cents: binary fractions would round. */
export const sumAmounts = (amounts: readonly number[]) =>
  amounts.reduce((total, each) => total + Math.round(each * 100), 0) / 100

/** Returns '21/10/2026 · hace 30 días'; only the date while today is unknown. */
export const sinceText = (day: string, hoy: string | undefined) =>
  hoy ? `${formatFecha(day)} · ${daysAgoText(daysBetween(day, hoy))}` : formatFecha(day)

const daysAgoText = (days: number) =>
  days <= 0 ? 'hoy' : days === 1 ? 'ayer' : `hace ${formatInteger(days)} días`
