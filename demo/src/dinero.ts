import { dayOfMinute, fechaOf, minutesADay, monthOf } from './calendar.ts'
import { isDelivered, type Trip, tripsOf } from './entregas.ts'
import { gastosOf } from './gastos.ts'
import { closeAll } from './liquidaciones.ts'
import type { Closed, Told } from './movement.ts'
import { meta, type Row, type Shown } from './rows.ts'

/** So many days back money is told, and of so many trips at most: a large company's newest are enough to look at. */
const daysOfMoney = 183
const mostTrips = 2500
/** What the pilots sent in these days nobody has reviewed. */
const daysToReview = 3

export interface Dinero {
  movimientos: Row[]
  liquidaciones: Row[]
  /** What was sent with a photo: by whom, and when. */
  sent: { id: number; usuario_id: number; taken: number }[]
}

/** What the pilots of the last months got, spent and settled; who keeps the cash is the last of the office. */
export function makeDinero(shown: Shown): Dinero {
  const { demo, usuarios } = shown
  const cashier = usuarios.find(({ permisos_dinero }) => permisos_dinero.length > 0)?.id ?? 1
  const pilots = new Map(usuarios.map(({ id, chofer }) => [chofer?.id, id]))
  const random = demo.random('dinero')
  const trips = tripsOf(shown)
    .filter((trip) => isDelivered(shown, trip) && trip.viaje.day > demo.today - daysOfMoney)
    .slice(-mostTrips)
  const unseen = (demo.today - daysToReview) * minutesADay
  const told = trips.flatMap((trip) => {
    const pilot = pilots.get(trip.viaje.chofer.id)
    const isSent = trip.viaje.arrived > unseen && pilot !== undefined
    return gastosOf(random, trip, isSent ? { cashier, pilot } : { cashier })
  })
  told.push(...theLoss(trips, demo.today, cashier), ...theDouble(told, unseen))
  const { closed, paid } = closeAll(random, told, demo)
  const all = [...told, ...paid]
    .filter(({ minute }) => minute < demo.moment)
    .sort((a, b) => a.minute - b.minute || a.cents - b.cents)
  const ids = new Map(closed.map((each, i) => [each, i + 1]))
  return {
    movimientos: all.map((each, i) => movimientoRow(shown, i + 1, each, ids)),
    liquidaciones: closed.map((each, i) => liquidacionRow(shown, i + 1, each, cashier)),
    sent: all.flatMap(({ isSent, usuario_id, minute }, i) =>
      isSent ? [{ id: i + 1, usuario_id, taken: minute }] : [],
    ),
  }
}

/** The newest trip of this month, or the one before it, on which the truck broke down: it cost more than it brought. */
function theLoss(trips: readonly Trip[], today: number, usuario_id: number): Told[] {
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
function theDouble(told: readonly Told[], before: number): Told[] {
  const first = told.findLast(({ uuid, minute, isSent }) => uuid && minute < before && !isSent)
  if (!first) return []
  const minute = first.minute + 40
  return [
    { ...first, minute, anulado: { minute: minute + 12, motivo: 'La misma factura, ingresada dos veces' } },
  ]
}

const money = (cents: number) => cents / 100

function movimientoRow({ clock }: Shown, id: number, told: Told, ids: Map<Closed, number>): Row {
  const { cents, minute, anulado, closed, isSent = false, ...rest } = told
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
    ...meta(clock, minute, undefined, anulado ? [anulado.minute] : []),
  }
}

function liquidacionRow({ clock }: Shown, id: number, closed: Closed, usuario_id: number): Row {
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
    ...meta(clock, minute, undefined, anulada ? [anulada.minute] : []),
  }
}
