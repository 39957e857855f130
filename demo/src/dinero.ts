import { type Db, many, raw, run } from '@flota/server/platform/db/sql.ts'
import { dayOfMinute, fechaOf, minutesADay, monthOf } from './calendar.ts'
import { fuelOfTrips, updateCargaTexts, withoutNewestGallons } from './cargas.ts'
import { isDelivered, type Trip, tripsOf } from './entregas.ts'
import { tripMovements } from './gastos.ts'
import { insertRows } from './insertRows.ts'
import { balancingMovement, type Settlement, settle, settleAgain, settlementsOf } from './liquidaciones.ts'
import type { DemoMovement } from './movement.ts'
import type { Random } from './random.ts'
import { type DemoContext, type Row, rowMeta } from './rows.ts'

/** So many days back money is movements, and of so many trips at most: a large company's newest are enough to look at. */
const maxMoneyAgeDays = 183
const maxMoneyTrips = 2500
/** What the pilots sent in these days nobody has reviewed. */
const unreviewedDays = 3

/** A movimiento that a pilot sent with a photo. */
export interface Sent {
  id: number
  usuario_id: number
  taken: number
}

/** Inserts what the pilots of the last months got and spent, and settles it in the order of time. */
export async function writeDinero(tx: Db, context: DemoContext): Promise<Sent[]> {
  const { demo, usuarios } = context
  // The last user of the office keeps the cash.
  const cashier = usuarios.find(({ permisos_dinero }) => permisos_dinero.length > 0)?.id ?? 1
  const random = demo.random('dinero')
  const movements = toldOf(context, random, cashier)
  const drivers = new Set(movements.map(({ chofer_id }) => chofer_id))
  const insert = (some: readonly DemoMovement[]) => {
    const rows = some.map((each) => movimientoRow(context, each))
    return insertRows(tx, 'movimientos', rows)
  }
  let inserted = 0
  let last: Settlement | undefined
  for (const due of settlementsOf(demo).filter(({ chofer_id }) => drivers.has(chofer_id))) {
    const next = movements.findIndex(({ minute }) => minute >= due.minute - 30)
    const until = next < 0 ? movements.length : next
    await insert(movements.slice(inserted, until))
    inserted = until
    const evened = await balancingMovement(tx, random, due, cashier)
    if (evened) await insert([evened])
    last = (await settle(tx, context, due, cashier)) ?? last
  }
  if (last) await settleAgain(tx, context, last, cashier)
  await insert(movements.slice(inserted))
  const texto = 'texto_de_movimiento(chofer_id, ruta_id, descripcion, nit, serie, numero)'
  await run(tx, raw(`update movimientos set busqueda = ${texto}`))
  await run(tx, updateCargaTexts)
  const sent = movements.filter(({ isSent }) => isSent)
  const ids = await many<{ id: number }>(tx, raw('select id from movimientos where del_piloto order by id'))
  return ids.flatMap(({ id }, i) => {
    const each = sent[i]
    return each ? [{ id, usuario_id: each.usuario_id, taken: each.minute }] : []
  })
}

/** What the pilots of the last months got and spent, in the order of time. */
function toldOf(context: DemoContext, random: Random, cashier: number): DemoMovement[] {
  const { demo, pilotIds } = context
  const trips = tripsOf(context)
    .filter((trip) => isDelivered(context, trip) && trip.viaje.day > demo.today - maxMoneyAgeDays)
    .slice(-maxMoneyTrips)
  const unseen = (demo.today - unreviewedDays) * minutesADay
  const fuel = fuelOfTrips(demo.random('cargas'), trips, demo.moment)
  const movements = trips.flatMap((trip) => {
    const pilot = pilotIds.get(trip.viaje.chofer.id)
    const isSent = trip.viaje.arrived > unseen && pilot !== undefined
    const own = fuel.get(trip.id)
    return own ? tripMovements(random, trip, own, isSent ? { cashier, pilot } : { cashier }) : []
  })
  movements.push(...lossMakingGasto(trips, demo.today, cashier), ...duplicateInvoice(movements, unseen))
  const past = movements
    .filter(({ minute }) => minute < demo.moment)
    .sort((a, b) => a.minute - b.minute || a.cents - b.cents)
  return withoutNewestGallons(past)
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
function duplicateInvoice(movements: readonly DemoMovement[], before: number): DemoMovement[] {
  const first = movements.findLast(({ uuid, minute, isSent }) => uuid && minute < before && !isSent)
  if (!first) return []
  const minute = first.minute + 40
  return [
    { ...first, minute, anulado: { minute: minute + 12, motivo: 'La misma factura, ingresada dos veces' } },
  ]
}

function movimientoRow({ clock }: DemoContext, movements: DemoMovement): Row {
  const { cents, minute, anulado, carga, isSent = false, ...rest } = movements
  return {
    ...rest,
    ...carga,
    monto: cents / 100,
    fecha: fechaOf(dayOfMinute(minute)),
    estado: anulado ? 'anulado' : isSent ? 'registrado' : 'aprobado',
    motivo: anulado?.motivo,
    del_piloto: isSent,
    ...(isSent && { hora_dispositivo: clock(minute), hecho_en: clock(minute) }),
    busqueda: '',
    ...rowMeta(clock, minute, undefined, anulado ? [anulado.minute] : []),
  }
}
