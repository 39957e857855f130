import { daysBetween } from '../api/dias.ts'

/** How many days ahead an expiry is told. */
export const daysAhead = 30

interface Licencia {
  vencimiento: string | null
}

/** Who must renew the licence, the oldest first: those that have expired and those that soon will. */
export const toRenew = <C extends Licencia>(choferes: readonly C[], hoy: string) =>
  choferes
    .flatMap((chofer) =>
      chofer.vencimiento === null ? [] : [{ chofer, days: daysBetween(hoy, chofer.vencimiento) }],
    )
    .filter(({ days }) => days <= daysAhead)
    .sort((a, b) => a.days - b.days)

/** 'Venció hace 3 días', 'Vence hoy', 'Vence mañana', 'Vence en 12 días'. */
export function whenInWords(days: number, { past, future }: { past: string; future: string }): string {
  if (days === 0) return `${future} hoy`
  if (days === 1) return `${future} mañana`
  if (days === -1) return `${past} ayer`
  return days > 0 ? `${future} en ${days} días` : `${past} hace ${-days} días`
}
