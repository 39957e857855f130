import { daysAhead, daysBetween } from '../api/dias.ts'

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
