import type { TripFuel } from './cargas.ts'
import type { Trip } from './entregas.ts'
import type { DemoMovement } from './movement.ts'
import type { Random } from './random.ts'

/** The cashier enters what a trip costs; a pilot with a user sends what was spent on the way. */
interface GastoReporters {
  cashier: number
  pilot?: number
}

/** NITs of stations on the road, with valid check digits. */
const stationNits = ['39525503', '71080', '576937K', '89771125']

const hex = (random: Random, digits: number) =>
  Array.from({ length: digits }, () => '0123456789ABCDEF'[random.between(0, 15)]).join('')

/** Returns the authorization of an electronic invoice, with its serie and number. */
export function anAuthorization(random: Random) {
  const [serie, second] = [hex(random, 8), hex(random, 8)]
  const uuid = `${serie}-${second.slice(0, 4)}-${second.slice(4)}-${hex(random, 4)}-${hex(random, 12)}`
  return { uuid, serie, numero: String(Number.parseInt(second, 16)) }
}

const anInvoice = (random: Random) => {
  const { uuid, ...printed } = anAuthorization(random)
  return { comprobante: 'factura', nit: random.of(stationNits), ...printed, uuid }
}

/** Returns cents, rounded to whole units of so many cents. */
const roundToUnit = (quetzales: number, unit: number) =>
  Math.max(1, Math.round((quetzales * 100) / unit)) * unit

/** Part of the price that the pilot gets. */
const comisionShare = 0.14

const isShort = ({ viaje }: Trip) => viaje.km < 60

/** Quetzales there and back in the first year, by the trip's length. */
const dailyCosts = [
  { maxKm: 60, tollGates: 1, viaticos: 40, ayudante: 60, carga: 0 },
  { maxKm: 150, tollGates: 2, viaticos: 130, ayudante: 120, carga: 150 },
  { maxKm: 250, tollGates: 3, viaticos: 200, ayudante: 160, carga: 280 },
  { maxKm: Number.POSITIVE_INFINITY, tollGates: 4, viaticos: 300, ayudante: 220, carga: 450 },
]

type Gasto = Pick<DemoMovement, 'cents' | 'minute'> & { concepto: string; comprobante: string }

/** Returns what a trip costs beside fuel and commission: tolls, per diems, the helper, and at times something small. */
function roadGastos(random: Random, { viaje }: Trip, late: number): Gasto[] {
  const costs = dailyCosts.find(({ maxKm }) => viaje.km < maxKm)
  if (!costs) return []
  const gasto = (concepto: string, quetzales: number, minute: number, comprobante = 'recibo'): Gasto => ({
    concepto,
    comprobante,
    cents: roundToUnit(quetzales * viaje.inflation, 500),
    minute,
  })
  const gastos = [
    gasto('Peaje', costs.tollGates * viaje.camion.peaje, late - 30),
    gasto('Viáticos', costs.viaticos, late - 20, 'ninguno'),
  ]
  if (viaje.ayudante) gastos.push(gasto('Ayudante', costs.ayudante, late - 15, 'ninguno'))
  if (costs.carga > 0) {
    const share = viaje.camion.tarifa * (0.7 + random.next() * 0.6)
    gastos.push(gasto('Carga y descarga', costs.carga * share, late - 10))
  }
  if (random.happens(0.2)) gastos.push(gasto('Parqueo', random.between(15, 40), late - 5))
  return gastos
}

/** Returns the movements of a trip whose costs the company pays; its pump fills the tank. */
export function companyMovements(
  random: Random,
  trip: Trip,
  fuel: TripFuel,
  usuario_id: number,
): DemoMovement[] {
  const late = trip.viaje.arrived + random.between(25, 90)
  const vale = String(random.between(1000, 9999))
  const bought = { concepto: 'Combustible', ...fuel, carga: { ...fuel.carga, vale } }
  const voucher = { comprobante: 'recibo', descripcion: `Vale ${vale}` }
  const paid = { tipo: 'gasto', paga: 'empresa', chofer_id: null, ruta_id: trip.id, usuario_id } as const
  return [
    { ...paid, ...bought, ...voucher },
    ...roadGastos(random, trip, late).map((gasto) => ({ ...paid, ...gasto })),
    comision(trip, late, usuario_id),
  ]
}

const comision = ({ id, viaje }: Trip, late: number, usuario_id: number): DemoMovement => ({
  tipo: 'comision',
  chofer_id: viaje.chofer.id,
  ruta_id: id,
  usuario_id,
  cents: roundToUnit(viaje.precio * comisionShare, 500),
  minute: late + 15,
})

/** Returns what a trip costs, and what its pilot gets: on a long trip the pilot pays from an advance. */
export function tripMovements(
  random: Random,
  trip: Trip,
  fuel: TripFuel,
  { cashier, pilot }: GastoReporters,
): DemoMovement[] {
  if (isShort(trip)) return companyMovements(random, trip, fuel, cashier)
  const { id: ruta_id, viaje } = trip
  const late = viaje.arrived + random.between(25, 90)
  const own = { chofer_id: viaje.chofer.id, ruta_id, usuario_id: cashier }
  const paid = { ...own, tipo: 'gasto', paga: 'piloto', usuario_id: pilot ?? cashier } as const
  const sent = pilot !== undefined && { isSent: true as const }
  const gastos: DemoMovement[] = [
    {
      ...paid,
      ...sent,
      // The office completes fuel with its gallons on the same day.
      ...(sent && { isReviewed: true as const }),
      ...anInvoice(random),
      concepto: 'Combustible',
      ...fuel,
    },
    ...roadGastos(random, trip, late).map((gasto) => ({ ...paid, ...sent, ...gasto })),
  ]
  // Some ask for little, and are paid what they have laid out.
  const share = viaje.chofer.id % 3 === 0 ? 0.92 : 1.03
  const needed = roundToUnit((share * gastos.reduce((sum, { cents }) => sum + cents, 0)) / 100, 5000)
  return [
    {
      ...own,
      tipo: 'anticipo',
      cents: Math.max(5000, needed + random.of([-5000, 0, 0, 5000, 10_000])),
      forma: random.of(['Efectivo', 'Efectivo', 'Transferencia']),
      minute: viaje.left - 25,
    },
    ...gastos,
    comision(trip, late, cashier),
  ]
}
