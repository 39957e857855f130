import { estados, type MoneyState, type Movimiento, openOf, settle, tipos } from './modelState.ts'
import type { SeededRandom } from './random.ts'
import {
  annul,
  change,
  close,
  create,
  edit,
  type MoneyStep,
  removePilot,
  removeRuta,
  restore,
} from './steps.ts'

const conceptos = ['Combustible', 'Peaje', 'Viáticos', 'Carga y descarga']
/** A small pool, so that invoices collide. */
const facturas = ['A', 'B', 'C', 'D'].map((digit) =>
  '88888888-4444-4444-4444-121212121212'.replaceAll(/\d/g, digit),
)

/** Returns a day that is past in every time zone. */
const randomDay = (random: SeededRandom) => `2026-0${1 + random.below(9)}-${10 + random.below(19)}`

/** Returns whole quetzales, cents, or amounts without an exact binary fraction. */
const randomCents = (random: SeededRandom) =>
  random.pick([random.below(500) * 100 + 100, random.below(100_000) + 1, 10, 20, 70, 99_999_999])

function randomMovimiento(
  state: MoneyState,
  random: SeededRandom,
  pilot: number,
): Omit<Movimiento, 'id' | 'estado' | 'liquidacion_id'> {
  const tipo = random.chance(0.4) ? 'gasto' : random.pick(tipos)
  const ruta = random.pick([...state.rutas.keys()])
  const rest = { tipo, cents: randomCents(random), fecha: randomDay(random) }
  const plain = { concepto: null, paga: null, comprobante: null, uuid: null, compartida: false }
  if (tipo !== 'gasto')
    return {
      ...rest,
      ...plain,
      chofer_id: pilot,
      ruta_id: tipo === 'comision' || random.chance(0.6) ? ruta : null,
    }
  const paga = random.chance(0.25) ? 'empresa' : 'piloto'
  const isFactura = random.chance(0.35)
  return {
    ...rest,
    concepto: random.pick(conceptos),
    paga,
    chofer_id: paga === 'empresa' && random.chance(0.5) ? null : pilot,
    ruta_id: paga === 'empresa' || random.chance(0.7) ? ruta : null,
    comprobante: isFactura ? 'factura' : 'recibo',
    uuid: isFactura ? random.pick(facturas) : null,
    compartida: isFactura && random.chance(0.15),
  }
}

/**
 * Returns a settlement of most open movimientos, at times with one that can't be settled or a wrong balance.
 */
function settlementStep(state: MoneyState, random: SeededRandom, pilot: number): MoneyStep | undefined {
  const open = openOf(state, pilot)
  const fit = open.filter(({ estado }) => estado === 'aprobado' || random.chance(0.1))
  const named = fit.filter(() => random.chance(0.8))
  const foreignMovimiento =
    random.chance(0.08) &&
    [...state.movimientos.values()].find(({ id }) => !named.some((each) => each.id === id))
  if (foreignMovimiento) named.push(foreignMovimiento)
  if (named.length === 0) return undefined
  const { saldo } = settle(state, pilot, named)
  const ids = named.map(({ id }) => id)
  return close(pilot, ids, random.chance(0.3) ? undefined : saldo + (random.chance(0.05) ? 1 : 0))
}

function movimientoStep(state: MoneyState, random: SeededRandom, pilot: number): MoneyStep | undefined {
  const candidates = [...state.movimientos.values()].filter(
    ({ chofer_id }) => chofer_id === pilot || random.chance(0.1),
  )
  if (candidates.length === 0) return undefined
  const { id, estado: _estado, liquidacion_id: _none, ...values } = random.pick(candidates)
  if (random.chance(0.6)) return change(id, random.pick(estados))
  const chofer_id =
    values.chofer_id !== null && random.chance(0.2) ? random.pick([...state.pilots.keys()]) : values.chofer_id
  return edit(id, { ...values, cents: randomCents(random), chofer_id })
}

const annulStep = (state: MoneyState, random: SeededRandom, pilot: number): MoneyStep | undefined => {
  const candidates = [...state.liquidaciones.values()].filter(({ chofer_id }) => chofer_id === pilot)
  return candidates.length === 0
    ? undefined
    : annul((random.chance(0.7) ? candidates.at(-1)! : random.pick(candidates)).id)
}

/** Returns a random step about a pilot; undefined if it is not possible now. */
function tryStep(state: MoneyState, random: SeededRandom, pilot: number): MoneyStep | undefined {
  const chance = random.next()
  if (chance < 0.4) return create(randomMovimiento(state, random, pilot), random.chance(0.5))
  if (chance < 0.62) return movimientoStep(state, random, pilot)
  if (chance < 0.8) return settlementStep(state, random, pilot)
  if (chance < 0.88) return annulStep(state, random, pilot)
  return random.chance(0.6) ? removePilot(pilot) : removeRuta(random.pick([...state.rutas.keys()]))
}

export function chooseStep(state: MoneyState, random: SeededRandom, pilot: number): MoneyStep {
  for (;;) {
    const step = tryStep(state, random, pilot)
    if (step) return step
  }
}

/** Returns a step that restores a deleted record. */
export function chooseRestore(state: MoneyState, random: SeededRandom): MoneyStep | undefined {
  const deletedRecords = (['pilots', 'rutas'] as const).flatMap((tipo) =>
    [...state[tipo].values()].filter(({ inBin }) => inBin).map(({ id }) => restore(tipo, id)),
  )
  return deletedRecords.length === 0 ? undefined : random.pick(deletedRecords)
}
