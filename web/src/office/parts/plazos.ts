import { daysBetween } from '@flota/contract/dias.ts'

/** Expiry is announced this many days ahead (contract.md section 10). */
export const daysAhead = 30

interface Licencia {
  vencimiento: string | null
}

/** Pilots whose licence has expired or soon will, in the given order. */
export const toRenew = <C extends Licencia>(choferes: readonly C[], hoy: string) =>
  choferes
    .flatMap((chofer) =>
      chofer.vencimiento === null ? [] : [{ chofer, days: daysBetween(hoy, chofer.vencimiento) }],
    )
    .filter(({ days }) => days <= daysAhead)
