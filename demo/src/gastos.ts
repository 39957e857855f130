import type { TripFuel } from './cargas.ts'
import type { Trip } from './entregas.ts'
import type { DemoMovement } from './movement.ts'
import type { Random } from './random.ts'

/** Who tells it: the cashier, and what was spent on the way the pilot where he has a telephone for it. */
interface GastoReporters {
  cashier: number
  pilot?: number
}

/** Of stations on the road; their check digits are right. */
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

/** In whole units of so many cents. */
const roundToUnit = (quetzales: number, unit: number) =>
  Math.max(1, Math.round((quetzales * 100) / unit)) * unit

/** What a trip of some hours costs its pilot, and what he gets for it; on a short one the company's pump fills the tank. */
export function tripMovements(
  random: Random,
  trip: Trip,
  fuel: TripFuel,
  reporters: GastoReporters,
): DemoMovement[] {
  const { id: ruta_id, viaje } = trip
  const settledMinute = viaje.arrived + random.between(25, 90)
  if (viaje.km < 60) {
    const vale = String(random.between(1000, 9999))
    const bought = { concepto: 'Combustible', cents: fuel.cents, carga: { ...fuel.carga, vale } }
    const voucher = { comprobante: 'recibo', descripcion: `Vale ${vale}`, minute: settledMinute }
    const usuario_id = reporters.cashier
    return [{ tipo: 'gasto', paga: 'empresa', chofer_id: null, ruta_id, usuario_id, ...bought, ...voucher }]
  }
  const own = { chofer_id: viaje.chofer.id, ruta_id, usuario_id: reporters.cashier }
  const roadGastos = pilotGastos(random, trip, fuel, reporters, settledMinute)
  // Some ask for little, and are paid what they have laid out.
  const share = viaje.chofer.id % 3 === 0 ? 0.6 : 1.05
  const needed = roundToUnit((share * roadGastos.reduce((sum, { cents }) => sum + cents, 0)) / 100, 5000)
  return [
    {
      ...own,
      tipo: 'anticipo',
      cents: Math.max(5000, needed + random.of([-5000, 0, 0, 5000, 10_000])),
      forma: random.of(['Efectivo', 'Efectivo', 'Transferencia']),
      minute: viaje.left - 25,
    },
    ...roadGastos,
    { ...own, tipo: 'comision', cents: roundToUnit(viaje.precio * 0.06, 500), minute: settledMinute + 15 },
  ]
}

function pilotGastos(
  random: Random,
  trip: Trip,
  fuel: TripFuel,
  { cashier, pilot }: GastoReporters,
  late: number,
): DemoMovement[] {
  const { id: ruta_id, viaje } = trip
  const gasto = {
    tipo: 'gasto',
    chofer_id: viaje.chofer.id,
    ruta_id,
    paga: 'piloto',
    usuario_id: pilot ?? cashier,
    ...(pilot !== undefined && { isSent: true as const }),
  } as const
  const gastos: DemoMovement[] = [
    {
      ...gasto,
      ...anInvoice(random),
      concepto: 'Combustible',
      ...fuel,
      minute: viaje.left + 35,
    },
    {
      ...gasto,
      concepto: 'Viáticos',
      comprobante: 'ninguno',
      cents: roundToUnit(Math.min(viaje.km > 150 ? 175 : 75, viaje.precio * 0.1), 500),
      minute: late - 20,
    },
  ]
  if (!random.happens(0.35)) return gastos
  const small = random.of(['Peaje', 'Parqueo', 'Carga y descarga'])
  const cents = roundToUnit(random.between(15, 60), 500)
  return [...gastos, { ...gasto, concepto: small, comprobante: 'recibo', cents, minute: late - 10 }]
}
