import { deepStrictEqual, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryingSender } from '../crash/retryingSender.ts'
import { aChofer } from '../factories.ts'
import { inParallel } from '../mapConcurrently.ts'
import { type Program, startProgram } from '../program.ts'
import type { Body, StepResponse } from './steps.ts'

export interface KillOptions {
  /** Programs that share a database. The first one is killed repeatedly. */
  programs: Program[]
  start: () => Program
  token: string
  rounds: number
}

/** Number of interrupted settlements by outcome. */
export interface KillOutcome {
  whole: number
  none: number
}

export const programStarter =
  (url: string, more: Record<string, string> = {}): (() => Program) =>
  () =>
    startProgram({ DATABASE_URL: url, LOG_LEVEL: 'fatal', ...more })

/**
 * Kills a program with SIGKILL at a random moment of a settlement. It must be complete or not exist, and
 * numbers have no gap.
 * @param size movimientos per settlement
 * @throws {AssertionError} otherwise
 */
export async function runKillRounds(
  { programs, start, token, rounds }: KillOptions,
  size: number,
): Promise<KillOutcome> {
  const callBy = async (program: Program) => {
    const address = await program.listening
    return retryingSender({ address: () => address, token })
  }
  const other = await callBy(programs[1]!)
  const chofer_id: number = (await other('POST', '/api/choferes', aChofer())).body.data.id
  const advance = { tipo: 'anticipo', chofer_id, monto: 0.1, fecha: '2026-01-15' }
  const movimientos = await inParallel(4, Array.from({ length: size }), () =>
    other('POST', '/api/movimientos', advance),
  )
  const settlement = { chofer_id, movimientos: movimientos.map(({ body }) => body.data.id) }

  const settlementMs = await measureSettlement(other, settlement)
  const killed: KillOutcome = { whole: 0, none: 0 }
  for (let round = 0; round < rounds; round++) {
    const victim = programs[0]!
    const address = await victim.listening
    const answering = settleOnce(address, token, settlement)
    await sleep(Math.random() * settlementMs * 1.4)
    victim.child.kill('SIGKILL')
    await victim.ended
    programs[0] = start()
    const status = await answering
    // Waits for the lock of the dead program's connection.
    const next = await other('POST', '/api/liquidaciones', settlement)
    ok([201, 409].includes(next.status), JSON.stringify(next.body))
    killed[next.status === 409 ? 'whole' : 'none']++
    if (status) deepStrictEqual([status, next.status], [201, 409], 'what was acknowledged is lost')
    await expectSettled(other, chofer_id, size)
    await annulNewest(other, chofer_id)
  }
  return killed
}

type SendCall = ReturnType<typeof retryingSender>

/** Measures an undisturbed settlement in milliseconds and undoes it. */
async function measureSettlement(call: SendCall, settlement: { chofer_id: number }): Promise<number> {
  const startedAt = performance.now()
  const { status } = await call('POST', '/api/liquidaciones', settlement)
  const settlementMs = performance.now() - startedAt
  deepStrictEqual(status, 201)
  await annulNewest(call, settlement.chofer_id)
  return settlementMs
}

/** Settles and returns the status; undefined without a response. */
async function settleOnce(address: string, token: string, settlement: unknown): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/api/liquidaciones`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(settlement),
    })
    await answer.text()
    return answer.status
  } catch {
    return undefined
  }
}

const dataOf = ({ body }: StepResponse): Body[] => body.data

/** Expects that the newest settlement has all movimientos and that the numbers have no gap. */
async function expectSettled(call: SendCall, chofer_id: number, size: number): Promise<void> {
  const all = dataOf(await call('GET', '/api/liquidaciones'))
  deepStrictEqual(
    all.map(({ numero }) => numero).toReversed(),
    all.map((_, i) => `L-${String(i + 1).padStart(4, '0')}`),
  )
  const newest = all.find((each) => each.chofer_id === chofer_id)
  const movimientos = dataOf(await call('GET', `/api/movimientos?chofer_id=${chofer_id}`))
  deepStrictEqual(
    [
      newest.estado,
      newest.saldo,
      movimientos.length,
      movimientos.filter((each) => each.liquidacion === newest.numero).length,
    ],
    ['cerrada', size / 10, size, size],
  )
}

async function annulNewest(call: SendCall, chofer_id: number): Promise<void> {
  const [newest] = dataOf(await call('GET', `/api/liquidaciones?chofer_id=${chofer_id}&estado=cerrada`))
  const { status } = await call('POST', `/api/liquidaciones/${newest.id}/anular`, { motivo: 'Otra vez' })
  deepStrictEqual(status, 200)
}
