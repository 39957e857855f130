import { normalizeNit } from '@flota/contract/core/facturas.ts'
import { dayOfMinute, fechaOf, minutesADay, weekdayFromSunday } from './calendar.ts'
import type { Cliente } from './catalogos.ts'
import { isDelivered, type Trip, tripsOf } from './entregas.ts'
import { anAuthorization } from './gastos.ts'
import type { Random } from './random.ts'
import { type DemoContext, minuteAt, type Row, rowMeta } from './rows.ts'

/** Days back in which trips are invoiced, and number of them at most. */
const maxInvoiceAgeDays = 183
const maxInvoicedTrips = 2500

/** How a client is invoiced and pays. */
export interface Debtor {
  cliente: Cliente
  /** Pays on delivery, and is invoiced trip by trip. */
  isCash: boolean
  credit: number
  /** Days from the due date to the payment; undefined if the client has stopped paying. */
  delay: number | undefined
  retiene_iva: boolean
  retiene_isr: boolean
  /** Days before today since which the trips have no invoice. */
  unbilledDays: number
}

const credits = [30, 30, 15, 30, 8, 45]
const delays = [2, 0, 6, -3, 14, 4, 40]
/** Place of the company that has stopped paying. */
const stoppedIndex = 4

/** Returns all clients; companies have credit, people pay on delivery. */
export function debtorsOf({ demo }: DemoContext): Debtor[] {
  let companies = 0
  return demo.clientes.map((cliente) => {
    if (cliente.gone || !cliente.isCompany) {
      const cash = { isCash: true, credit: 0, delay: 0, unbilledDays: 0 }
      return { cliente, ...cash, retiene_iva: false, retiene_isr: false }
    }
    const nth = companies++
    return {
      cliente,
      isCash: false,
      credit: credits[nth % credits.length] ?? 0,
      delay: nth === stoppedIndex ? undefined : delays[nth % delays.length],
      retiene_iva: nth % 4 === 0 || nth % 4 === 1,
      retiene_isr: nth % 4 === 0 || nth % 4 === 2,
      unbilledDays: nth % 6 === 3 ? 24 : 0,
    }
  })
}

const nitOf = (digits: number) =>
  '0123456789K'
    .split('')
    .map((check) => `${digits}${check}`)
    .find((nit) => normalizeNit(nit))

/** Tax data of the companies, entered before the first invoice. */
export const fiscalRows = ({ demo, clock }: DemoContext, debtors: readonly Debtor[]): Row[] => {
  const random = demo.random('fiscal')
  return debtors
    .filter(({ isCash }) => !isCash)
    .map(({ cliente: { id, nombre, apellido }, credit, retiene_iva, retiene_isr }, i) => ({
      cliente_id: id,
      nit: nitOf(random.between(1_000_000, 9_999_999)),
      nombre_fiscal: `${nombre} ${apellido}`.toUpperCase(),
      direccion: `${random.between(1, 24)} calle ${random.between(1, 30)}-${random.between(10, 99)}, zona ${random.between(1, 18)}, Guatemala`,
      correo: `pagos${id}@clientes.example`,
      dias_credito: credit,
      retiene_iva,
      retiene_isr,
      ...rowMeta(clock, minuteAt(demo.today - maxInvoiceAgeDays, 500 + (i % 60) * 4)),
    }))
}

export interface DemoFactura {
  id: number
  debtor: Debtor
  vence: number
  minute: number
  trips: readonly Trip[]
  cents: number
  printed: { uuid: string | null; serie: string; numero: string }
  nota: string | null
  voided?: { minute: number; motivo: string }
  /** Cents that were paid before the program was used. */
  paidBefore: number
  /** Whether it is paid at its due date; undefined if as its client usually pays. */
  isPaid?: boolean
}

/** Returns the first day of trips to be invoiced, and the trips since then. */
export function invoicedTrips(context: DemoContext): { since: number; trips: Trip[] } {
  const { today } = context.demo
  const delivered = tripsOf(context).filter(
    (trip) => isDelivered(context, trip) && trip.viaje.day > today - maxInvoiceAgeDays,
  )
  const cut = delivered.at(-maxInvoicedTrips - 1)?.viaje.day
  const since = cut === undefined ? today - maxInvoiceAgeDays + 1 : cut + 1
  return { since, trips: delivered.filter(({ viaje }) => viaje.day >= since) }
}

const nextMonday = (day: number) => day + ((8 - weekdayFromSunday(day)) % 7 || 7)

/** Returns the invoices in the order of time, with their ids. */
export function makeFacturas(context: DemoContext, debtors: readonly Debtor[], trips: readonly Trip[]) {
  const { demo } = context
  const random = demo.random('facturas')
  const byCliente = new Map(debtors.map((debtor) => [debtor.cliente.id, debtor]))
  const groups = Map.groupBy(trips, ({ id, viaje: { arrived, cliente } }) => {
    const day = dayOfMinute(arrived)
    return byCliente.get(cliente.id)?.isCash ? `trip ${id}` : `${cliente.id} ${nextMonday(day)}`
  })
  const drafts = [...groups.values()].flatMap((group) => draftsOf(random, demo.today, byCliente, group))
  return [...drafts, ...openingDrafts(random, demo.today, debtors)]
    .filter(({ minute }) => minute < demo.moment)
    .sort((a, b) => a.minute - b.minute || a.debtor.cliente.id - b.debtor.cliente.id)
    .map((draft, i): DemoFactura => ({ id: i + 1, ...draft }))
}

type Draft = Omit<DemoFactura, 'id'>

/** Invoices a trip on delivery, or the trips of a week on Monday. One in forty is voided first. */
function draftsOf(
  random: Random,
  today: number,
  debtors: ReadonlyMap<number, Debtor>,
  trips: readonly Trip[],
): Draft[] {
  const [first] = trips
  const debtor = first && debtors.get(first.viaje.cliente.id)
  if (!debtor) return []
  const arrived = first.viaje.arrived
  const monday = nextMonday(dayOfMinute(arrived))
  const minute = debtor.isCash ? arrived + 25 : minuteAt(monday, 540 + debtor.cliente.id)
  const day = dayOfMinute(minute)
  if (day > today - debtor.unbilledDays) return []
  const sum = trips.reduce((cents, { viaje }) => cents + Math.round(viaje.precio * 100), 0)
  const hasExtra = !debtor.isCash && random.happens(0.08)
  const draft: Draft = {
    debtor,
    vence: day + debtor.credit,
    minute,
    trips,
    cents: sum + (hasExtra ? 25_000 : 0),
    printed: anAuthorization(random),
    nota: hasExtra ? 'Incluye maniobras de descarga' : null,
    paidBefore: 0,
  }
  if (debtor.isCash || !random.happens(0.025)) return [draft]
  const voided = { minute: minute - 9, motivo: 'El NIT estaba equivocado' }
  return [{ ...draft, minute: minute - 21, printed: anAuthorization(random), voided }, draft]
}

/** Days from today to the due date, total and what was paid before, in cents: one in each bucket, one that is paid. */
const openings: { place: number; vence: number; cents: number; paidBefore?: number; isPaid?: boolean }[] = [
  { place: 1, vence: -134, cents: 1_120_000, paidBefore: 620_000 },
  { place: 0, vence: -73, cents: 845_000 },
  { place: 2, vence: -46, cents: 560_000 },
  { place: 3, vence: -12, cents: 480_000 },
  { place: 4, vence: 17, cents: 325_000 },
  { place: 0, vence: -21, cents: 1_120_000, isPaid: true },
]

/** Opening balances, and invoices of other services, without trips. */
const openingDrafts = (random: Random, today: number, debtors: readonly Debtor[]): Draft[] => {
  const companies = debtors.filter(({ isCash }) => !isCash)
  return openings.flatMap(({ place, vence, cents, paidBefore = 0, isPaid = false }, i) => {
    const debtor = companies[place % companies.length]
    if (!debtor) return []
    const isOld = vence < -60
    return [
      {
        debtor,
        vence: today + vence,
        minute: minuteAt(today + vence - 30, 620 + i),
        trips: [],
        cents,
        printed: isOld ? { uuid: null, serie: 'A', numero: String(1043 + i) } : anAuthorization(random),
        nota: isOld ? 'Saldo inicial' : 'Bodegaje del mes',
        paidBefore,
        isPaid,
      },
    ]
  })
}

export const facturaRow = ({ clock }: DemoContext, factura: DemoFactura): Row => {
  const { id, debtor, vence, minute, trips, cents, printed, nota, voided } = factura
  return {
    id,
    cliente_id: debtor.cliente.id,
    tipo: debtor.credit > 0 ? 'FCAM' : 'FACT',
    ...printed,
    fecha: fechaOf(dayOfMinute(minute)),
    vence: fechaOf(vence),
    monto: cents / 100,
    nota,
    rutas: trips.map((trip) => trip.id).sort((a, b) => a - b),
    cobrado: 0,
    retencion_iva: 0,
    retencion_isr: 0,
    estado: voided ? 'anulada' : 'vigente',
    motivo: voided?.motivo,
    busqueda: '',
    ...rowMeta(clock, minute, undefined, voided ? [voided.minute] : []),
  }
}

export const facturaRutaRows = ({ id: factura_id, trips, voided }: DemoFactura): Row[] =>
  trips.map(({ id: ruta_id, viaje }) => ({ factura_id, ruta_id, monto: viaje.precio, vigente: !voided }))

/** Minute of a payment at a due date, by its client's habit. */
export const paymentMinute = ({ vence, debtor, minute }: DemoFactura, delay: number): number =>
  debtor.isCash ? minute + 5 : (vence + delay) * minutesADay + 660 + (debtor.cliente.id % 200)
