import { normalize } from '@flota/server/platform/db/search.ts'
import { type Db, many, raw, run } from '@flota/server/platform/db/sql.ts'
import { displayName } from './availability.ts'
import { dropIndexes } from './bulkLoad.ts'
import { dayOfMinute, fechaOf, minutesADay, monthOf } from './calendar.ts'
import { fuelOfTrips, withoutNewestGallons } from './cargas.ts'
import { isDelivered, type Trip, tripsOf } from './entregas.ts'
import { companyMovements, tripMovements } from './gastos.ts'
import { insertRows } from './insertRows.ts'
import { balancingMovement, type Settlement, settle, settleAgain, settlementsOf } from './liquidaciones.ts'
import type { DemoMovement } from './movement.ts'
import type { Random } from './random.ts'
import { type DemoContext, noRutaOf, type Row, rowMeta } from './rows.ts'

/** Newest trips with costs: a larger company's are enough to look at. */
const maxCostTrips = 20_000
/** Days back in which pilots have advances, and number of their trips at most. The company paid for the trips before. */
const maxAdvanceAgeDays = 183
const maxAdvanceTrips = 2500
/** The office has not yet reviewed the pilots' expenses of this many days, except fuel. */
const unreviewedDays = 2
/** Rows that one statement inserts. */
const maxInsertedRows = 5000

/** A movimiento that a pilot sent with a photo. */
export interface Sent {
  id: number
  usuario_id: number
  taken: number
}

/** Inserts what the trips cost and what the pilots got, and settles the pilots in the order of time. */
export async function writeDinero(tx: Db, context: DemoContext): Promise<Sent[]> {
  const { demo, usuarios } = context
  // The last user of the office keeps the cash.
  const cashier = usuarios.find(({ permisos_dinero }) => permisos_dinero.length > 0)?.id ?? 1
  const random = demo.random('dinero')
  const movements = makeMovements(context, random, cashier)
  const drivers = new Set(movements.map(({ chofer_id }) => chofer_id))
  const toRow = movimientoRows(context)
  const insert = (some: readonly DemoMovement[]) => insertRows(tx, 'movimientos', some.map(toRow))
  const countBefore = (minute: number) => {
    const next = movements.findIndex((each) => each.minute >= minute - 30)
    return next < 0 ? movements.length : next
  }
  const settlements = settlementsOf(demo).filter(({ chofer_id }) => drivers.has(chofer_id))
  let inserted = countBefore(settlements[0]?.minute ?? demo.moment)
  const indexes = await dropIndexes(tx, 'movimientos')
  for (let from = 0; from < inserted; from += maxInsertedRows)
    await insert(movements.slice(from, Math.min(from + maxInsertedRows, inserted)))
  // Each settlement changes many rows: they are indexed once afterwards.
  const neededIndexes = indexes.filter((index) => / movimientos_(pendientes|por_liquidacion) /.test(index))
  for (const index of neededIndexes) await run(tx, raw(index))
  let last: Settlement | undefined
  for (const due of settlements) {
    const until = countBefore(due.minute)
    await insert(movements.slice(inserted, until))
    inserted = until
    const evened = await balancingMovement(tx, random, due, cashier)
    if (evened) await insert([evened])
    last = (await settle(tx, context, due, cashier)) ?? last
  }
  if (last) await settleAgain(tx, context, last, cashier)
  await insert(movements.slice(inserted))
  for (const index of indexes) if (!neededIndexes.includes(index)) await run(tx, raw(index))
  const sent = movements.filter(({ isSent }) => isSent)
  const ids = await many<{ id: number }>(tx, raw('select id from movimientos where del_piloto order by id'))
  return ids.flatMap(({ id }, i) => {
    const each = sent[i]
    return each ? [{ id, usuario_id: each.usuario_id, taken: each.minute }] : []
  })
}

/** Returns what the trips cost and what their pilots got, in the order of time. */
function makeMovements(context: DemoContext, random: Random, cashier: number): DemoMovement[] {
  const { demo, pilotIds } = context
  const trips = tripsOf(context)
    .filter((trip) => isDelivered(context, trip))
    .slice(-maxCostTrips)
  const advanceDay = Math.max(demo.today - maxAdvanceAgeDays, trips.at(-maxAdvanceTrips)?.viaje.day ?? 0)
  const unseen = (demo.today - unreviewedDays) * minutesADay
  const fuel = fuelOfTrips(demo.random('cargas'), trips, demo.moment)
  const movements = trips.flatMap((trip) => {
    const own = fuel.get(trip.id)
    if (!own) return []
    if (trip.viaje.day <= advanceDay) return companyMovements(random, trip, own, cashier)
    const pilot = pilotIds.get(trip.viaje.chofer.id)
    const isSent = trip.viaje.arrived > unseen && pilot !== undefined
    return tripMovements(random, trip, own, isSent ? { cashier, pilot } : { cashier })
  })
  movements.push(...lossMakingGasto(trips, demo.today, cashier), ...duplicateInvoice(movements, unseen))
  const past = movements
    // What a trip costs is known when it is delivered.
    .map((each) => ({ ...each, minute: Math.min(each.minute, demo.moment - 1) }))
    .sort((a, b) => a.minute - b.minute || a.cents - b.cents)
  return withoutNewestGallons(past)
}

/** Returns the repair on the newest trip of this month, or of the one before it: the trip cost more than it brought. */
function lossMakingGasto(trips: readonly Trip[], today: number, usuario_id: number): DemoMovement[] {
  const isOver = ({ viaje }: Trip) => dayOfMinute(viaje.arrived) < today - 1 && viaje.km > 60
  const month = trips.filter((trip) => isOver(trip) && monthOf(trip.viaje.day) === monthOf(today))
  const trip = month.at(-1) ?? trips.findLast(isOver)
  if (!trip) return []
  const cents = Math.round(trip.viaje.precio * 75)
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

/** Returns the row of a movimiento, with the texts that the program's searches look in. */
function movimientoRows({ demo, clock }: DemoContext): (movement: DemoMovement) => Row {
  const pilots = new Map(demo.choferes.map((chofer) => [chofer.id, displayName(chofer)]))
  const trucks = new Map(demo.camiones.map((camion) => [camion.id, displayName(camion)]))
  const textOf = (words: (string | null | undefined)[]) => normalize(words.filter(Boolean).join(' '))
  return ({ cents, minute, anulado, carga, isSent = false, isReviewed = !isSent, ...rest }) => {
    const names = [pilots.get(rest.chofer_id ?? 0), rest.ruta_id === null ? null : noRutaOf(rest.ruta_id)]
    const { descripcion, nit, serie, numero } = rest
    return {
      ...rest,
      ...carga,
      ...(carga && {
        busqueda_carga: textOf([trucks.get(carga.camion_id), ...names, carga.estacion, carga.vale]),
      }),
      monto: cents / 100,
      fecha: fechaOf(dayOfMinute(minute)),
      estado: anulado ? 'anulado' : isReviewed ? 'aprobado' : 'registrado',
      motivo: anulado?.motivo,
      del_piloto: isSent,
      ...(isSent && { hora_dispositivo: clock(minute), hecho_en: clock(minute) }),
      busqueda: textOf([...names, descripcion, nit, serie, numero]),
      ...rowMeta(clock, minute, undefined, anulado ? [anulado.minute] : []),
    }
  }
}
