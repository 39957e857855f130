import { type Db, many, raw, run, sql } from '@flota/server/platform/db/sql.ts'
import { dayOfMinute, fechaOf } from './calendar.ts'
import {
  type DemoFactura,
  debtorsOf,
  facturaRow,
  facturaRutaRows,
  fiscalRows,
  invoicedTrips,
  makeFacturas,
  paymentMinute,
} from './facturas.ts'
import { insertTables } from './insertRows.ts'
import type { Random } from './random.ts'
import { type DemoContext, type Row, rowMeta } from './rows.ts'

/** Inserts the invoices of the last months, and what the clients paid of them. */
export async function writeCobros(tx: Db, context: DemoContext): Promise<void> {
  const debtors = debtorsOf(context)
  const { since, trips } = invoicedTrips(context)
  await run(tx, sql`update ajustes set facturar_desde = ${fechaOf(since)}, regimen_isr = 'simplificado'`)
  const facturas = makeFacturas(context, debtors, trips)
  await insertTables(tx, {
    clientes_fiscal: fiscalRows(context, debtors),
    facturas: facturas.map((factura) => facturaRow(context, factura)),
    facturas_rutas: facturas.flatMap(facturaRutaRows),
  })
  await run(
    tx,
    raw('update rutas set facturada = true where id in (select ruta_id from facturas_rutas where vigente)'),
  )
  const suggested = await many<Suggested>(
    tx,
    raw('select id, retencion_iva_sugerida as iva, retencion_isr_sugerida as isr from facturas_leer'),
  )
  await insertCobros(tx, context, makeCobros(context, facturas, suggested))
}

interface Suggested {
  id: number
  iva: number
  isr: number
}

/** An allocation; amounts in cents. */
interface Part {
  factura_id: number
  monto: number
  iva: number
  isr: number
}

interface DemoCobro {
  cliente_id: number
  minute: number
  forma: string | null
  referencia?: string
  parts: readonly Part[]
  voided?: { minute: number; motivo: string }
}

/** Returns the payments in the order of time. The first one by cheque of two months is returned by the bank first. */
function makeCobros(
  context: DemoContext,
  facturas: readonly DemoFactura[],
  suggested: readonly Suggested[],
): DemoCobro[] {
  const { moment, today } = context.demo
  const random = context.demo.random('cobros')
  const byId = new Map(suggested.map((each) => [each.id, each]))
  const valid = facturas.filter(({ voided }) => !voided)
  const groups = Map.groupBy(
    valid.filter(({ debtor, isPaid }) => isPaid ?? debtor.delay !== undefined),
    (factura) => `${factura.debtor.cliente.id} ${paymentMinute(factura, delayOf(factura))}`,
  )
  const regular = [...groups.values()].flatMap((group) => paymentsOf(random, group, byId))
  const cobros = [...valid.flatMap(openingPayment), ...regular].filter(({ minute }) => minute < moment)
  const bounced = cobros.find(({ forma, minute }) => forma === 'Cheque' && dayOfMinute(minute) > today - 60)
  if (bounced) {
    const voided = { minute: bounced.minute - 1000, motivo: 'El banco devolvió el cheque' }
    cobros.push({ ...bounced, minute: bounced.minute - 4300, voided })
  }
  return cobros.sort((a, b) => a.minute - b.minute || a.cliente_id - b.cliente_id)
}

const delayOf = ({ isPaid, debtor }: DemoFactura) => (isPaid ? 0 : (debtor.delay ?? 0))

const openingPayment = ({ id, debtor, minute, paidBefore }: DemoFactura): DemoCobro[] =>
  paidBefore === 0
    ? []
    : [
        {
          cliente_id: debtor.cliente.id,
          minute: minute + 1,
          forma: 'Saldo inicial',
          parts: [{ factura_id: id, monto: paidBefore, iva: 0, isr: 0 }],
        },
      ]

const formas = ['Transferencia', 'Transferencia', 'Depósito', 'Cheque']

/** Returns a payment of invoices that are due on one day: sometimes a part, sometimes with a credit note. */
function paymentsOf(
  random: Random,
  facturas: readonly DemoFactura[],
  suggested: ReadonlyMap<number, Suggested>,
): DemoCobro[] {
  const [first] = facturas
  if (!first) return []
  const { debtor } = first
  const minute = paymentMinute(first, delayOf(first))
  const cliente_id = debtor.cliente.id
  const parts = facturas.map((factura) => fullPart(factura, suggested.get(factura.id)))
  if (debtor.isCash) return [{ cliente_id, minute, forma: 'Efectivo', parts }]
  const referencia = String(random.between(100_000, 9_999_999))
  const payment = { cliente_id, minute, forma: random.of(formas), referencia }
  const how = first.isPaid ? 1 : random.next()
  if (how < 0.06) return [{ ...payment, parts: parts.map((part) => ({ ...part, monto: half(part.monto) })) }]
  if (how < 0.12) return certificateLater(payment, parts)
  return how < 0.15 ? withCreditNote(payment, parts) : [{ ...payment, parts }]
}

const half = (cents: number) => Math.round(cents / 2)

function fullPart({ id, cents }: DemoFactura, suggested: Suggested | undefined): Part {
  const [iva, isr] = [Math.round((suggested?.iva ?? 0) * 100), Math.round((suggested?.isr ?? 0) * 100)]
  return { factura_id: id, monto: cents - iva - isr, iva, isr }
}

type Payment = Omit<DemoCobro, 'parts'>

/** Returns the money, and five days later the withholdings alone. */
function certificateLater(payment: Payment, parts: readonly Part[]): DemoCobro[] {
  const withheld = parts.filter(({ iva, isr }) => iva + isr > 0)
  const money = { ...payment, parts: parts.map((part) => ({ ...part, iva: 0, isr: 0 })) }
  if (withheld.length === 0) return [money]
  const { cliente_id, minute } = payment
  const later = { cliente_id, minute: minute + 5 * 1440, forma: null }
  return [money, { ...later, parts: withheld.map((part) => ({ ...part, monto: 0 })) }]
}

/** Returns a discount of 100.00 on the first invoice, and the payment of the rest. */
function withCreditNote(payment: Payment, [first, ...rest]: readonly Part[]): DemoCobro[] {
  const discount = 10_000
  if (!first || first.monto <= discount) return [{ ...payment, parts: first ? [first, ...rest] : [] }]
  const { cliente_id, minute } = payment
  const note = {
    cliente_id,
    minute: minute - 15,
    forma: 'Nota de crédito',
    referencia: 'Faltante en la entrega',
  }
  return [
    { ...note, parts: [{ ...first, monto: discount, iva: 0, isr: 0 }] },
    { ...payment, parts: [{ ...first, monto: first.monto - discount }, ...rest] },
  ]
}

async function insertCobros(tx: Db, context: DemoContext, cobros: readonly DemoCobro[]): Promise<void> {
  await insertTables(tx, {
    cobros: cobros.map((cobro, i) => cobroRow(context, i + 1, cobro)),
    cobros_aplicaciones: aplicacionRows(context, cobros),
  })
  await run(tx, sumCobros)
  await run(
    tx,
    raw('update facturas set busqueda = texto_de_factura(cliente_id, uuid, serie, numero, rutas)'),
  )
  await run(tx, raw('update cobros set busqueda = texto_de_cobro(cliente_id, referencia)'))
}

function cobroRow({ clock }: DemoContext, id: number, cobro: DemoCobro): Row {
  const { cliente_id, minute, forma, referencia, parts, voided } = cobro
  const sum = (of: (part: Part) => number) => parts.reduce((cents, part) => cents + of(part), 0) / 100
  return {
    id,
    cliente_id,
    fecha: fechaOf(dayOfMinute(minute)),
    forma,
    referencia: referencia ?? null,
    monto: sum(({ monto }) => monto),
    retencion_iva: sum(({ iva }) => iva),
    retencion_isr: sum(({ isr }) => isr),
    estado: voided ? 'anulado' : 'vigente',
    motivo: voided?.motivo,
    busqueda: '',
    ...rowMeta(clock, minute, undefined, voided ? [voided.minute] : []),
  }
}

function aplicacionRows({ demo }: DemoContext, cobros: readonly DemoCobro[]): Row[] {
  const random = demo.random('constancias')
  const constancia = (cents: number) => (cents > 0 ? String(random.between(10_000_000, 99_999_999)) : null)
  return cobros.flatMap(({ parts }, i) =>
    parts.map(({ factura_id, monto, iva, isr }) => ({
      cobro_id: i + 1,
      factura_id,
      monto: monto / 100,
      retencion_iva: iva / 100,
      constancia_iva: constancia(iva),
      retencion_isr: isr / 100,
      constancia_isr: constancia(isr),
    })),
  )
}

const sumCobros = sql`update facturas f
  set cobrado = s.monto, retencion_iva = s.iva, retencion_isr = s.isr
  from (
    select a.factura_id, sum(a.monto) as monto, sum(a.retencion_iva) as iva, sum(a.retencion_isr) as isr
    from cobros_aplicaciones a join cobros c on c.id = a.cobro_id where c.estado = 'vigente' group by 1) s
  where s.factura_id = f.id`
