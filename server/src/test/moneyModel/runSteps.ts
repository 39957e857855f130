import { deepStrictEqual } from 'node:assert/strict'
import { aCamion, aChofer, aPersona, aRuta } from '../factories.ts'
import { chooseRestore, chooseStep } from './chooseStep.ts'
import {
  copyState,
  liquidacionesOf,
  type MoneyState,
  margenOf,
  movimientosOf,
  saldosOf,
} from './modelState.ts'
import { SeededRandom } from './random.ts'
import type { Body, ExpectedStepResponse, MoneyStep, StepResponse } from './steps.ts'

export type SendOnce = (method: string, path: string, body?: unknown) => Promise<StepResponse>

const fecha = '2026-09-15'

/** Creates pilots and delivered trips, one of them with price 0. */
async function createModelState(send: SendOnce): Promise<MoneyState> {
  const make = async (path: string, body: unknown): Promise<number> => {
    const { status, body: answer } = await send('POST', path, body)
    deepStrictEqual([path, status], [path, 201], JSON.stringify(answer))
    return answer.data.id
  }
  const state: MoneyState = {
    pilots: new Map(),
    rutas: new Map(),
    movimientos: new Map(),
    liquidaciones: new Map(),
  }
  for (const apellido of ['Ajú', 'Bac', 'Coc', 'Dubón']) {
    const id = await make('/api/choferes', aChofer({ nombre: 'Luis', apellido }))
    state.pilots.set(id, { id, name: `Luis ${apellido}`, inBin: false })
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
    state.rutas.set(id, { id, no_ruta: trip.no_ruta, cents, inBin: false })
  }
  return state
}

function matches(
  { status, body }: StepResponse,
  { status: wanted, message, data = {} }: ExpectedStepResponse,
): boolean {
  if (status !== wanted || (message !== undefined && body.message !== message)) return false
  return Object.entries(data).every(([name, value]) => body.data?.[name] === value)
}

/** Returns the possible orders of concurrent calls. */
const possibleOrders = (count: number) =>
  count === 2
    ? [
        [0, 1],
        [1, 0],
      ]
    : [[0]]

/**
 * Returns the state after an order of the calls that explains every response. @throws {Error} if there is
 * none
 */
function applyInSomeOrder(
  state: MoneyState,
  steps: readonly MoneyStep[],
  answers: readonly StepResponse[],
): MoneyState {
  const attempts: ExpectedStepResponse[][] = []
  for (const order of possibleOrders(steps.length)) {
    const after = copyState(state)
    const expected: ExpectedStepResponse[] = []
    for (const i of order) expected[i] = steps[i]!.apply(after, answers[i]!)
    if (expected.every((each, i) => matches(answers[i]!, each))) return after
    attempts.push(expected)
  }
  const calls = steps.map(({ method, path, body }, i) => {
    const { status, body: got } = answers[i]!
    return { method, path, body, status, message: got.message, data: got.data, campos: got.error?.campos }
  })
  throw new Error(`No order explains ${JSON.stringify({ calls, expected: attempts }, undefined, 2)}`)
}

const pickKeys = (rows: Body[], like: object | undefined) =>
  rows.map((row) => Object.fromEntries(Object.keys(like ?? {}).map((key) => [key, row[key]])))

/** Compares every sum that the program returns, to the cent. */
async function compareSums(state: MoneyState, send: SendOnce): Promise<void> {
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
  deepStrictEqual(saldos, saldosOf(state))
  const closed = liquidacionesOf(state)
  deepStrictEqual([liquidaciones.length, pickKeys(liquidaciones, closed[0])], [closed.length, closed])
  const all = movimientosOf(state)
  deepStrictEqual([movimientos.length, pickKeys(movimientos, all[0])], [all.length, all])
  deepStrictEqual(margen, margenOf(state))
}

interface MoneySteps {
  /** Each belongs to another program on the same database. */
  programs: readonly SendOnce[]
  seed: number
  steps: number
}

/**
 * Makes random movements, settlements, annulments and deletions, at times two of one pilot concurrently.
 * Compares every sum with the model after each step.
 * @returns how often each response came
 */
export async function runMoneySteps({ programs, seed, steps }: MoneySteps): Promise<Map<string, number>> {
  const random = new SeededRandom(seed)
  const responseCounts = new Map<string, number>()
  let state = await createModelState(random.pick(programs))
  for (let n = 0; n < steps; n++) {
    const pilot = random.pick([...state.pilots.keys()])
    const restoreStep = random.chance(0.06) ? chooseRestore(state, random) : undefined
    const count = random.chance(0.35) ? 2 : 1
    const batch = restoreStep
      ? [restoreStep]
      : Array.from({ length: count }, () => chooseStep(state, random, pilot))
    try {
      const sends = batch.map(() => random.pick(programs))
      const answers = await Promise.all(
        batch.map(({ method, path, body }, i) => sendUntilServed(sends[i]!, method, path, body)),
      )
      state = applyInSomeOrder(state, batch, answers)
      await compareSums(state, random.pick(programs))
      for (const [i, { method, path }] of batch.entries()) {
        const response = `${method} ${path.replace(/\d+/, ':id')} ${answers[i]!.status}`
        responseCounts.set(response, (responseCounts.get(response) ?? 0) + 1)
      }
    } catch (cause) {
      throw new Error(`MONEY_SEED=${seed}, step ${n + 1}: ${String(cause)}`, { cause })
    }
  }
  return responseCounts
}

/** Repeats the request after a 503. */
async function sendUntilServed(
  send: SendOnce,
  method: string,
  path: string,
  body: unknown,
): Promise<StepResponse> {
  for (;;) {
    const answer = await send(method, path, body)
    if (answer.status !== 503) return answer
  }
}
