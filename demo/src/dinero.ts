import { dayOfMinute, fechaOf, minutesADay, monthOf } from './calendar.ts'
import { isDelivered, type Trip, tripsOf } from './entregas.ts'
import { tripMovements } from './gastos.ts'
import { settlePilots } from './liquidaciones.ts'
import type { DemoMovement, DemoSettlement } from './movement.ts'
import { type DemoContext, type Row, rowMeta } from './rows.ts'

/** So many days back money is told, and of so many trips at most: a large company's newest are enough to look at. */
const maxMoneyAgeDays = 183
const maxMoneyTrips = 2500
/** What the pilots sent in these days nobody has reviewed. */
const unreviewedDays = 3

export interface Dinero {
  movimientos: Row[]
  liquidaciones: Row[]
  /** What was sent with a photo: by whom, and when. */
  pilotReceipts: { id: number; usuario_id: number; taken: number }[]
}

/** What the pilots of the last months got, spent and settled; who keeps the cash is the last of the office. */
export function makeDinero(context: DemoContext): Dinero {
  const { demo, usuarios } = context
  const cashier = usuarios.find(({ permisos_dinero }) => permisos_dinero.length > 0)?.id ?? 1
  const pilots = new Map(usuarios.map(({ id, chofer }) => [chofer?.id, id]))
  const random = demo.random('dinero')
  const moneyTrips = tripsOf(context)
    .filter((trip) => isDelivered(context, trip) && trip.viaje.day > demo.today - maxMoneyAgeDays)
    .slice(-maxMoneyTrips)
  const unreviewedSince = (demo.today - unreviewedDays) * minutesADay
  const movements = moneyTrips.flatMap((trip) => {
    const pilot = pilots.get(trip.viaje.chofer.id)
    const isSent = trip.viaje.arrived > unreviewedSince && pilot !== undefined
    return tripMovements(random, trip, isSent ? { cashier, pilot } : { cashier })
  })
  movements.push(
    ...lossMakingGasto(moneyTrips, demo.today, cashier),
    ...duplicateInvoice(movements, unreviewedSince),
  )
  const { closed, paid } = settlePilots(random, movements, demo)
  const all = [...movements, ...paid]
    .filter(({ minute }) => minute < demo.moment)
    .sort((a, b) => a.minute - b.minute || a.cents - b.cents)
  const ids = new Map(closed.map((each, i) => [each, i + 1]))
  return {
    movimientos: all.map((each, i) => movimientoRow(context, i + 1, each, ids)),
    liquidaciones: closed.map((each, i) => liquidacionRow(context, i + 1, each, cashier)),
    pilotReceipts: all.flatMap(({ isSent, usuario_id, minute }, i) =>
      isSent ? [{ id: i + 1, usuario_id, taken: minute }] : [],
    ),
  }
}

/** The newest trip of this month, or the one before it, on which the truck broke down: it cost more than it brought. */
function lossMakingGasto(trips: readonly Trip[], today: number, usuario_id: number): DemoMovement[] {
  const isOver = ({ viaje }: Trip) => dayOfMinute(viaje.arrived) < today - 1 && viaje.km > 60
  const month = trips.filter((trip) => isOver(trip) && monthOf(trip.viaje.day) === monthOf(today))
  const trip = month.at(-1) ?? trips.findLast(isOver)
  if (!trip) return []
  const cents = Math.round(trip.viaje.precio * 115)
  const paper = { comprobante: 'factura', nit: '576937K', serie: 'TR', numero: '40817' }
  return [
    {
      tipo: 'gasto',
      chofer_id: null,
      ruta_id: trip.id,
      concepto: 'Reparación',
      paga: 'empresa',
      cents,
      forma: 'Transferencia',
      ...paper,
      descripcion: 'Caja de velocidades: grúa y taller en carretera',
      minute: trip.viaje.arrived + 300,
      usuario_id,
    },
  ]
}

/** An invoice that the office typed twice, and annulled the same morning. */
function duplicateInvoice(movements: readonly DemoMovement[], beforeMinute: number): DemoMovement[] {
  const first = movements.findLast(({ uuid, minute, isSent }) => uuid && minute < beforeMinute && !isSent)
  if (!first) return []
  const minute = first.minute + 40
  return [
    { ...first, minute, anulado: { minute: minute + 12, motivo: 'La misma factura, ingresada dos veces' } },
  ]
}

const money = (cents: number) => cents / 100

function movimientoRow(
  { clock }: DemoContext,
  id: number,
  movement: DemoMovement,
  ids: Map<DemoSettlement, number>,
): Row {
  const { cents, minute, anulado, closed, isSent = false, ...rest } = movement
  const none = {
    concepto: null,
    paga: null,
    comprobante: null,
    nit: null,
    serie: null,
    numero: null,
    uuid: null,
  }
  return {
    ...none,
    forma: null,
    descripcion: null,
    ...rest,
    id,
    monto: money(cents),
    fecha: fechaOf(dayOfMinute(minute)),
    compartida: false,
    estado: anulado ? 'anulado' : isSent ? 'registrado' : 'aprobado',
    motivo: anulado?.motivo ?? null,
    liquidacion_id: (closed && ids.get(closed)) ?? null,
    del_piloto: isSent,
    ...(isSent && { hora_dispositivo: clock(minute), hecho_en: clock(minute) }),
    dudosa: false,
    busqueda: '',
    ...rowMeta(clock, minute, undefined, anulado ? [anulado.minute] : []),
  }
}

function liquidacionRow({ clock }: DemoContext, id: number, closed: DemoSettlement, usuario_id: number): Row {
  const { chofer_id, minute, anulada, ...cents } = closed
  const sums = Object.fromEntries(Object.entries(cents).map(([name, value]) => [name, money(value)]))
  return {
    ...sums,
    id,
    correlativo: id,
    numero: `L-${String(id).padStart(4, '0')}`,
    chofer_id,
    estado: anulada ? 'anulada' : 'cerrada',
    motivo: anulada?.motivo ?? null,
    usuario_id,
    busqueda: '',
    ...rowMeta(clock, minute, undefined, anulada ? [anulada.minute] : []),
  }
}
