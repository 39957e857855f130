import { deepStrictEqual } from 'node:assert/strict'
import { addDays } from '@flota/contract/core/dates.ts'
import { aPersona } from '../factories.ts'
import { SeededRandom } from '../moneyModel/random.ts'
import type { SendOnce } from '../moneyModel/runSteps.ts'
import { type CobrosState, cobrosOf, copyState, facturasOf, receivablesOf, statementOf } from './model.ts'
import { type CobrosStep, chooseStep } from './steps.ts'

type Answer = Awaited<ReturnType<SendOnce>>
type Row = Record<string, number>

/** Returns the state after the order of concurrent calls that explains all responses. @throws {Error} if none does */
function applyInSomeOrder(state: CobrosState, steps: readonly CobrosStep[], answers: readonly Answer[]) {
  const attempts: unknown[] = []
  for (const order of ordersOf(steps.map((_step, i) => i))) {
    const after = copyState(state)
    const expected = order.map((i) => ({ i, ...steps[i]!.apply(after, answers[i]!.body.data?.id ?? 0) }))
    const isMatch = expected.every(
      ({ i, status, message }) => answers[i]!.status === status && answers[i]!.body.message === message,
    )
    if (isMatch) return after
    attempts.push(expected)
  }
  const calls = steps.map(({ path, body }, i) => ({ path, body, answer: answers[i] }))
  throw new Error(`No order explains ${JSON.stringify({ calls, attempts }, undefined, 2)}`)
}

const ordersOf = (items: readonly number[]): number[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((first) =>
        ordersOf(items.filter((each) => each !== first)).map((rest) => [first, ...rest]),
      )

const cents = (amount = 0) => Math.round(amount * 100)
const bucketNames = ['por_vencer', 'de_1_a_30', 'de_31_a_60', 'de_61_a_90', 'mas_de_90', 'total']
const bucketsOf = (row: Row) => bucketNames.map((name) => cents(row[name]))
const facturaSums = ['monto', 'cobrado', 'retencion_iva', 'retencion_isr', 'retenido', 'saldo']
const cobroSums = ['monto', 'retencion_iva', 'retencion_isr']
const maxRows = 100

/** Compares every sum that the program returns, to the cent. */
async function compare(state: CobrosState, send: SendOnce, corte: string): Promise<void> {
  const read = async (path: string) => {
    const { status, body } = await send('GET', path)
    deepStrictEqual([path, status], [path, 200])
    return body.data
  }
  for (const id of state.clientes) {
    const query = `cliente_id=${id}&porPagina=${maxRows}`
    const facturas: Row[] = await read(`/api/facturas?${query}`)
    deepStrictEqual(
      facturas.map((row) => [
        row.id,
        ...facturaSums.map((name) => cents(row[name])),
        row.estado,
        row.version,
      ]),
      facturasOf(state, id).slice(0, maxRows),
    )
    const cobros: (Row & { aplicaciones: Row[] })[] = await read(`/api/cobros?${query}`)
    deepStrictEqual(
      cobros.map(({ aplicaciones, ...row }) => [
        row.id,
        ...cobroSums.map((name) => cents(row[name])),
        row.estado,
        row.version,
        aplicaciones.map(({ factura_id }) => factura_id),
      ]),
      cobrosOf(state, id).slice(0, maxRows),
    )
    const { filas, totales } = await read(`/api/clientes/${id}/estado-de-cuenta?corte=${corte}`)
    const expected = statementOf(state, id, corte)
    deepStrictEqual(
      filas.map((fila: Row) => [fila.factura_id, fila.vence, fila.dias, cents(fila.saldo)]),
      expected.filas,
    )
    deepStrictEqual(bucketsOf(totales), expected.buckets)
  }
  const { filas, totales } = await read(`/api/por-cobrar?corte=${corte}`)
  const expected = receivablesOf(state, corte)
  const rows: Row[] = filas.toSorted((a: Row, b: Row) => (a.cliente_id ?? 0) - (b.cliente_id ?? 0))
  deepStrictEqual(
    rows.map((fila) => [fila.cliente_id, ...bucketsOf(fila), fila.vence]),
    expected.filas,
  )
  deepStrictEqual(bucketsOf(totales), expected.totales)
}

interface CobrosSteps {
  /** Each belongs to another program on the same database. */
  programs: readonly SendOnce[]
  seed: number
  steps: number
}

/**
 * Creates, changes and annuls invoices and payments, up to three calls at once, and compares all sums after each step.
 * @returns how often each response came
 */
export async function runCobrosSteps({ programs, seed, steps }: CobrosSteps): Promise<Map<string, number>> {
  const random = new SeededRandom(seed)
  const counts = new Map<string, number>()
  const clientes: number[] = []
  for (let i = 0; i < 3; i++)
    clientes.push((await random.pick(programs)('POST', '/api/clientes', aPersona())).body.data.id)
  let state: CobrosState = { clientes, facturas: new Map(), cobros: new Map() }
  for (let n = 0; n < steps; n++) {
    const batch = Array.from({ length: random.chance(0.5) ? 1 + random.below(3) : 1 }, () =>
      chooseStep(random, state),
    )
    const senders = batch.map(() => random.pick(programs))
    const corte = addDays('2026-01-01', random.below(330))
    try {
      const answers = await Promise.all(
        batch.map(({ method, path, body }, i) => senders[i]!(method, path, body)),
      )
      state = applyInSomeOrder(state, batch, answers)
      await compare(state, random.pick(programs), corte)
      for (const [i, { method, path }] of batch.entries()) {
        const response = `${method} ${path.replace(/\d+/, ':id')} ${answers[i]!.status}`
        counts.set(response, (counts.get(response) ?? 0) + 1)
      }
    } catch (cause) {
      throw new Error(`COBROS_SEED=${seed}, step ${n + 1}: ${String(cause)}`, { cause })
    }
  }
  return counts
}
