import { estados, type Movimiento, openOf, settle, tipos, type World } from './modelState.ts'
import type { Dice } from './random.ts'
import { annul, change, close, create, edit, removePilot, removeRuta, restore, type Step } from './steps.ts'

const conceptos = ['Combustible', 'Peaje', 'Viáticos', 'Carga y descarga']
/** Few, so that they meet. */
const facturas = ['A', 'B', 'C', 'D'].map((digit) =>
  '88888888-4444-4444-4444-121212121212'.replaceAll(/\d/g, digit),
)

/** Days that have come in every zone. */
const aDay = (dice: Dice) => `2026-0${1 + dice.below(9)}-${10 + dice.below(19)}`

/** Whole quetzales, cents, and amounts that no binary fraction holds. */
const someCents = (dice: Dice) =>
  dice.of([dice.below(500) * 100 + 100, dice.below(100_000) + 1, 10, 20, 70, 99_999_999])

function aMovimiento(
  world: World,
  dice: Dice,
  pilot: number,
): Omit<Movimiento, 'id' | 'estado' | 'liquidacion_id'> {
  const tipo = dice.happens(0.4) ? 'gasto' : dice.of(tipos)
  const ruta = dice.of([...world.rutas.keys()])
  const rest = { tipo, cents: someCents(dice), fecha: aDay(dice) }
  const plain = { concepto: null, paga: null, comprobante: null, uuid: null, compartida: false }
  if (tipo !== 'gasto')
    return {
      ...rest,
      ...plain,
      chofer_id: pilot,
      ruta_id: tipo === 'comision' || dice.happens(0.6) ? ruta : null,
    }
  const paga = dice.happens(0.25) ? 'empresa' : 'piloto'
  const isFactura = dice.happens(0.35)
  return {
    ...rest,
    concepto: dice.of(conceptos),
    paga,
    chofer_id: paga === 'empresa' && dice.happens(0.5) ? null : pilot,
    ruta_id: paga === 'empresa' || dice.happens(0.7) ? ruta : null,
    comprobante: isFactura ? 'factura' : 'recibo',
    uuid: isFactura ? dice.of(facturas) : null,
    compartida: isFactura && dice.happens(0.15),
  }
}

/** A settlement of most of what there is; at times of what may not be settled, or to a saldo that is none. */
function aClosing(world: World, dice: Dice, pilot: number): Step | undefined {
  const open = openOf(world, pilot)
  const fit = open.filter(({ estado }) => estado === 'aprobado' || dice.happens(0.1))
  const named = fit.filter(() => dice.happens(0.8))
  const stranger =
    dice.happens(0.08) &&
    [...world.movimientos.values()].find(({ id }) => !named.some((each) => each.id === id))
  if (stranger) named.push(stranger)
  if (named.length === 0) return undefined
  const { saldo } = settle(world, pilot, named)
  const ids = named.map(({ id }) => id)
  return close(pilot, ids, dice.happens(0.3) ? undefined : saldo + (dice.happens(0.05) ? 1 : 0))
}

function ofOne(world: World, dice: Dice, pilot: number): Step | undefined {
  const own = [...world.movimientos.values()].filter(
    ({ chofer_id }) => chofer_id === pilot || dice.happens(0.1),
  )
  if (own.length === 0) return undefined
  const { id, estado: _estado, liquidacion_id: _none, ...values } = dice.of(own)
  if (dice.happens(0.6)) return change(id, dice.of(estados))
  const chofer_id =
    values.chofer_id !== null && dice.happens(0.2) ? dice.of([...world.pilots.keys()]) : values.chofer_id
  return edit(id, { ...values, cents: someCents(dice), chofer_id })
}

const ofSettlement = (world: World, dice: Dice, pilot: number): Step | undefined => {
  const own = [...world.liquidaciones.values()].filter(({ chofer_id }) => chofer_id === pilot)
  return own.length === 0 ? undefined : annul((dice.happens(0.7) ? own.at(-1)! : dice.of(own)).id)
}

/** What somebody does about a pilot; undefined where there is nothing of it to do. */
function tryStep(world: World, dice: Dice, pilot: number): Step | undefined {
  const chance = dice.next()
  if (chance < 0.4) return create(aMovimiento(world, dice, pilot), dice.happens(0.5))
  if (chance < 0.62) return ofOne(world, dice, pilot)
  if (chance < 0.8) return aClosing(world, dice, pilot)
  if (chance < 0.88) return ofSettlement(world, dice, pilot)
  return dice.happens(0.6) ? removePilot(pilot) : removeRuta(dice.of([...world.rutas.keys()]))
}

export function chooseStep(world: World, dice: Dice, pilot: number): Step {
  for (;;) {
    const step = tryStep(world, dice, pilot)
    if (step) return step
  }
}

/** One that brings back what lies in the bin. */
export function chooseRestore(world: World, dice: Dice): Step | undefined {
  const gone = (['pilots', 'rutas'] as const).flatMap((tipo) =>
    [...world[tipo].values()].filter(({ inBin }) => inBin).map(({ id }) => restore(tipo, id)),
  )
  return gone.length === 0 ? undefined : dice.of(gone)
}
