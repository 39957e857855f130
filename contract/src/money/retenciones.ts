/**
 * Rates and limits of the taxes that clients withhold, in whole percent and quetzales.
 * `retenciones_sugeridas` in server/src/platform/db/schema/cobros.sql computes with the same numbers.
 */
export const retenciones = {
  /** IVA, which an invoice's total includes. */
  iva_pct: 12,
  /** Part of the IVA that is withheld, from this total. */
  iva_retenido_pct: 15,
  iva_desde: 2500,
  /** ISR of the base, which is the total without IVA: from `isr_desde`, another rate for what exceeds `isr_tramo`. */
  isr_desde: 2500,
  isr_pct: 5,
  isr_tramo: 30_000,
  isr_sobre_tramo_pct: 7,
} as const
