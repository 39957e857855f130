import { deepStrictEqual } from 'node:assert/strict'
import { aCamion, aChofer, aPersona, aRuta } from '../factories.ts'
import { chooseRestore, chooseStep } from './chooseStep.ts'
import { fork, liquidacionesOf, margenOf, movimientosOf, saldosOf, type World } from './modelState.ts'
import { Dice } from './random.ts'
import type { Answer, Body, Expected, Step } from './steps.ts'

export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

const fecha = '2026-09-15'

/** Pilots whose money is told, and trips that were delivered; one of them free of charge. */
async function openWorld(send: Send): Promise<World> {
  const make = async (path: string, body: unknown): Promise<number> => {
    const { status, body: answer } = await send('POST', path, body)
    deepStrictEqual([path, status], [path, 201], JSON.stringify(answer))
    return answer.data.id
  }
  const world: World = {
    pilots: new Map(),
    rutas: new Map(),
    movimientos: new Map(),
    liquidaciones: new Map(),
  }
  for (const apellido of ['Ajú', 'Bac', 'Coc', 'Dubón']) {
    const id = await make('/api/choferes', aChofer({ nombre: 'Luis', apellido }))
    world.pilots.set(id, { id, name: `Luis ${apellido}`, inBin: false })
  }
  const references = {
    cliente_id: await make('/api/clientes', aPersona()),
    camion_id: await make('/api/camiones', aCamion()),
    chofer_id: await make('/api/choferes', aChofer()),
    ayudante_id: await make('/api/ayudantes', aPersona()),
  }
  for (const [i, cents] of [350_000, 120_050, 0, 99_99, 480_033].entries()) {
    const trip = { no_ruta: `DINERO-${i}`, fecha, precio: cents / 100, estado: 'Entregado' }
    const id = await make('/api/rutas', aRuta(references, trip))
    world.rutas.set(id, { id, no_ruta: trip.no_ruta, cents, inBin: false })
  }
  return world
}

function fits({ status, body }: Answer, { status: wanted, message, data = {} }: Expected): boolean {
  if (status !== wanted || (message !== undefined && body.message !== message)) return false
  return Object.entries(data).every(([name, value]) => body.data?.[name] === value)
}

/** Of calls that were made at once, each order in which they can have come about. */
const ordersOf = (count: number) =>
  count === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [[0]]

/** The world after these, where some order explains every answer. @throws where none does */
function explain(world: World, steps: readonly Step[], answers: readonly Answer[]): World {
  const tried: Expected[][] = []
  for (const order of ordersOf(steps.length)) {
    const after = fork(world)
    const expected: Expected[] = []
    for (const i of order) expected[i] = steps[i]!.apply(after, answers[i]!)
    if (expected.every((each, i) => fits(answers[i]!, each))) return after
    tried.push(expected)
  }
  const calls = steps.map(({ method, path, body }, i) => {
    const { status, body: got } = answers[i]!
    return { method, path, body, status, message: got.message, data: got.data, campos: got.error?.campos }
  })
  throw new Error(`nothing explains ${JSON.stringify({ calls, expected: tried }, undefined, 2)}`)
}

const pick = (rows: Body[], like: object | undefined) =>
  rows.map((row) => Object.fromEntries(Object.keys(like ?? {}).map((key) => [key, row[key]])))

/** Every sum that the program shows, to the cent. */
async function compare(world: World, send: Send): Promise<void> {
  const read = async (path: string) => {
    const { status, body } = await send('GET', path)
    deepStrictEqual([path, status], [path, 200])
    return body.data
  }
  const [saldos, liquidaciones, movimientos, margen] = await Promise.all([
    read('/api/saldos'),
    read('/api/liquidaciones'),
    read('/api/movimientos?orden=antiguas'),
    read(`/api/margen?por=ruta&desde=${fecha}&hasta=${fecha}`),
  ])
  deepStrictEqual(saldos, saldosOf(world))
  const closed = liquidacionesOf(world)
  deepStrictEqual([liquidaciones.length, pick(liquidaciones, closed[0])], [closed.length, closed])
  const all = movimientosOf(world)
  deepStrictEqual([movimientos.length, pick(movimientos, all[0])], [all.length, all])
  deepStrictEqual(margen, margenOf(world))
}

interface Game {
  /** Each of another program on the same database. */
  programs: readonly Send[]
  seed: number
  steps: number
}

/**
 * Random movements, settlements, annulments and deletions, at times two of one pilot at once; after each step every sum
 * is what the model says. @returns how often which answer came
 */
export async function playDinero({ programs, seed, steps }: Game): Promise<Map<string, number>> {
  const dice = new Dice(seed)
  const told = new Map<string, number>()
  let world = await openWorld(dice.of(programs))
  for (let n = 0; n < steps; n++) {
    const pilot = dice.of([...world.pilots.keys()])
    const back = dice.happens(0.06) ? chooseRestore(world, dice) : undefined
    const count = dice.happens(0.35) ? 2 : 1
    const these = back ? [back] : Array.from({ length: count }, () => chooseStep(world, dice, pilot))
    try {
      const sends = these.map(() => dice.of(programs))
      const answers = await Promise.all(
        these.map(({ method, path, body }, i) => untilServed(sends[i]!, method, path, body)),
      )
      world = explain(world, these, answers)
      await compare(world, dice.of(programs))
      for (const [i, { method, path }] of these.entries()) {
        const what = `${method} ${path.replace(/\d+/, ':id')} ${answers[i]!.status}`
        told.set(what, (told.get(what) ?? 0) + 1)
      }
    } catch (cause) {
      throw new Error(`DINERO_SEED=${seed}, step ${n + 1}: ${String(cause)}`, { cause })
    }
  }
  return told
}

/** 503 asks for the same once more. */
async function untilServed(send: Send, method: string, path: string, body: unknown): Promise<Answer> {
  for (;;) {
    const answer = await send(method, path, body)
    if (answer.status !== 503) return answer
  }
}
