import { deepStrictEqual, ok } from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { sender } from '../crash/retryingSender.ts'
import { aChofer } from '../factories.ts'
import { inLanes } from '../mapConcurrently.ts'
import { type Program, startProgram } from '../program.ts'
import type { Answer, Body } from './steps.ts'

export interface Killing {
  /** Of the programs that share a database; the first is killed, again and again. */
  programs: Program[]
  start: () => Program
  token: string
  rounds: number
}

/** How it went for the settlements in whose middle the program died. */
export interface Killed {
  whole: number
  none: number
}

export const startOn =
  (url: string, more: Record<string, string> = {}): (() => Program) =>
  () =>
    startProgram({ DATABASE_URL: url, LOG_LEVEL: 'fatal', ...more })

/**
 * kill -9 of a program at a random moment of a settlement: it is done or not begun, no movimiento is in between, and the
 * numbers have no gap. @param size how many movimientos a settlement has @throws AssertionError
 */
export async function killRounds({ programs, start, token, rounds }: Killing, size: number): Promise<Killed> {
  const callBy = async (program: Program) => {
    const address = await program.listening
    return sender({ address: () => address, token })
  }
  const other = await callBy(programs[1]!)
  const chofer_id: number = (await other('POST', '/api/choferes', aChofer())).body.data.id
  const advance = { tipo: 'anticipo', chofer_id, monto: 0.1, fecha: '2026-01-15' }
  const made = await inLanes(4, Array.from({ length: size }), () =>
    other('POST', '/api/movimientos', advance),
  )
  const closing = { chofer_id, movimientos: made.map(({ body }) => body.data.id) }

  const took = await timeOf(other, closing)
  const killed: Killed = { whole: 0, none: 0 }
  for (let round = 0; round < rounds; round++) {
    const victim = programs[0]!
    const address = await victim.listening
    const answering = closeOnce(address, token, closing)
    await sleep(Math.random() * took * 1.4)
    victim.child.kill('SIGKILL')
    await victim.ended
    programs[0] = start()
    const answered = await answering
    // Its lock waits for what the dead one's connection had under way.
    const next = await other('POST', '/api/liquidaciones', closing)
    ok([201, 409].includes(next.status), JSON.stringify(next.body))
    killed[next.status === 409 ? 'whole' : 'none']++
    if (answered) deepStrictEqual([answered, next.status], [201, 409], 'what was acknowledged is lost')
    await expectWhole(other, chofer_id, size)
    await annulLast(other, chofer_id)
  }
  return killed
}

type Call = ReturnType<typeof sender>

/** A settlement that nobody disturbs, undone: in milliseconds. */
async function timeOf(call: Call, closing: { chofer_id: number }): Promise<number> {
  const begun = performance.now()
  const { status } = await call('POST', '/api/liquidaciones', closing)
  const took = performance.now() - begun
  deepStrictEqual(status, 201)
  await annulLast(call, closing.chofer_id)
  return took
}

/** Its status; undefined where nobody lives to tell it. */
async function closeOnce(address: string, token: string, closing: unknown): Promise<number | undefined> {
  try {
    const answer = await fetch(`${address}/api/liquidaciones`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(closing),
    })
    await answer.text()
    return answer.status
  } catch {
    return undefined
  }
}

const dataOf = ({ body }: Answer): Body[] => body.data

/** All of them are in the newest settlement, and the numbers go from the first to the last. */
async function expectWhole(call: Call, chofer_id: number, size: number): Promise<void> {
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

async function annulLast(call: Call, chofer_id: number): Promise<void> {
  const [newest] = dataOf(await call('GET', `/api/liquidaciones?chofer_id=${chofer_id}&estado=cerrada`))
  const { status } = await call('POST', `/api/liquidaciones/${newest.id}/anular`, { motivo: 'Otra vez' })
  deepStrictEqual(status, 200)
}
