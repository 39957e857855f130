import { daysBetween } from '@flota/contract/core/dates.ts'

/** Model of invoices and payments, written from docs/contract/receivables.md. Amounts are whole cents. */

interface Amounts {
  monto: number
  iva: number
  isr: number
}

export interface ModelFactura {
  id: number
  cliente_id: number
  name: string
  fecha: string
  vence: string
  cents: number
  isAnnulled: boolean
  version: number
}

interface ModelCobro {
  id: number
  cliente_id: number
  fecha: string
  lines: (Amounts & { factura_id: number })[]
  isAnnulled: boolean
  version: number
}

export interface CobrosState {
  clientes: readonly number[]
  facturas: Map<number, ModelFactura>
  cobros: Map<number, ModelCobro>
}

export const copyState = ({ clientes, facturas, cobros }: CobrosState): CobrosState => ({
  clientes,
  facturas: new Map([...facturas].map(([id, factura]) => [id, { ...factura }])),
  cobros: new Map([...cobros].map(([id, cobro]) => [id, { ...cobro }])),
})

/** Returns what valid payments up to a day paid and withheld of an invoice. */
export function paidOf({ cobros }: CobrosState, id: number, corte = '9999-12-31'): Amounts {
  const sum = { monto: 0, iva: 0, isr: 0 }
  for (const { isAnnulled, fecha, lines } of cobros.values()) {
    if (isAnnulled || fecha > corte) continue
    for (const line of lines.filter(({ factura_id }) => factura_id === id)) {
      sum.monto += line.monto
      sum.iva += line.iva
      sum.isr += line.isr
    }
  }
  return sum
}

export const totalOf = ({ monto, iva, isr }: Amounts) => monto + iva + isr

export const saldoOf = (state: CobrosState, factura: ModelFactura, corte?: string) =>
  factura.isAnnulled ? 0 : factura.cents - totalOf(paidOf(state, factura.id, corte))

/** Returns what GET /api/facturas returns of a client, newest first. */
export const facturasOf = (state: CobrosState, cliente_id: number) =>
  [...state.facturas.values()]
    .filter((factura) => factura.cliente_id === cliente_id)
    .toSorted((a, b) => b.fecha.localeCompare(a.fecha) || b.id - a.id)
    .map((factura) => {
      const { monto, iva, isr } = paidOf(state, factura.id)
      const { id, cents, isAnnulled, version } = factura
      const estado = isAnnulled ? 'anulada' : 'vigente'
      return [id, cents, monto, iva, isr, iva + isr, saldoOf(state, factura), estado, version]
    })

/** Returns what GET /api/cobros returns of a client, newest first. */
export const cobrosOf = (state: CobrosState, cliente_id: number) =>
  [...state.cobros.values()]
    .filter((cobro) => cobro.cliente_id === cliente_id)
    .toSorted((a, b) => b.fecha.localeCompare(a.fecha) || b.id - a.id)
    .map(({ id, lines, isAnnulled, version }) => {
      const sum = (of: keyof Amounts) => lines.reduce((total, line) => total + line[of], 0)
      const ids = lines.map(({ factura_id }) => factura_id).toSorted((a, b) => a - b)
      return [id, sum('monto'), sum('iva'), sum('isr'), isAnnulled ? 'anulado' : 'vigente', version, ids]
    })

/** Returns the index of the bucket of an invoice, by its age at `corte`. */
const bucketOf = (vence: string, corte: string) =>
  [0, 30, 60, 90].filter((limit) => daysBetween(vence, corte) > limit).length

/** Returns the rows of a statement, and its five buckets with the total. */
export function statementOf(state: CobrosState, cliente_id: number, corte: string) {
  const open = [...state.facturas.values()]
    .filter((each) => each.cliente_id === cliente_id && each.fecha <= corte)
    .map((factura) => ({ ...factura, saldo: saldoOf(state, factura, corte) }))
    .filter(({ saldo }) => saldo > 0)
    .toSorted((a, b) => a.vence.localeCompare(b.vence) || a.id - b.id)
  const buckets = [0, 0, 0, 0, 0, 0]
  for (const { vence, saldo } of open)
    for (const bucket of [bucketOf(vence, corte), 5]) buckets[bucket] = (buckets[bucket] ?? 0) + saldo
  const filas = open.map(({ id, vence, saldo }) => [id, vence, daysBetween(corte, vence), saldo])
  return { filas, buckets, vence: open[0]?.vence }
}

/** Returns the rows of GET /api/por-cobrar by client, and its totals. */
export function receivablesOf(state: CobrosState, corte: string) {
  const statements = state.clientes.map((id) => ({ id, ...statementOf(state, id, corte) }))
  const totales = [0, 1, 2, 3, 4, 5].map((i) =>
    statements.reduce((sum, { buckets }) => sum + (buckets[i] ?? 0), 0),
  )
  const filas = statements
    .filter(({ filas: { length } }) => length > 0)
    .map(({ id, buckets, vence }) => [id, ...buckets, vence])
  return { filas, totales }
}
