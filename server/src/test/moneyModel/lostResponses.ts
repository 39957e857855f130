import { deepStrictEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { retryingSender } from '../crash/retryingSender.ts'
import { aChofer } from '../factories.ts'
import type { Program } from '../program.ts'
import type { KillOptions } from './killRounds.ts'
import type { Body } from './steps.ts'

/**
 * Kills a program with SIGKILL when its settlement is visible but its response is not read. Repeats with the
 * same key at another program and at the restarted one return it, and there is only one.
 * @returns the number of settlements
 * @throws {AssertionError} otherwise
 */
export async function testLostResponses({ programs, start, token, rounds }: KillOptions): Promise<number> {
  const callBy = async (program: Program) => {
    const address = await program.listening
    return retryingSender({ address: () => address, token })
  }
  const other = await callBy(programs[1]!)
  const numbers = async (): Promise<string[]> =>
    (await other('GET', '/api/liquidaciones')).body.data.map(({ numero }: Body) => numero)
  const chofer_id: number = (await other('POST', '/api/choferes', aChofer())).body.data.id
  for (let round = 0; round < rounds; round++) {
    const advance = { tipo: 'anticipo', chofer_id, monto: 0.1, fecha: '2026-01-15' }
    const { id } = (await other('POST', '/api/movimientos', advance)).body.data
    const body = { chofer_id, movimientos: [id], saldo: (round + 1) / 10 }
    const key = randomUUID()
    const before = await numbers()
    const aborter = new AbortController()
    const victim = programs[0]!
    const lost = fetch(`${await victim.listening}/api/liquidaciones`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
      signal: aborter.signal,
    }).catch(() => undefined)
    while ((await numbers()).length === before.length) await sleep(2)
    victim.child.kill('SIGKILL')
    aborter.abort()
    await victim.ended
    await lost
    programs[0] = start()
    const repeat = (call: ReturnType<typeof retryingSender>) => call('POST', '/api/liquidaciones', body, key)
    const repeats = [await repeat(other), await repeat(await callBy(programs[0]))]
    const [newest] = await numbers()
    deepStrictEqual(
      repeats.map(({ status, body: { data } }) => [status, data.numero, data.movimientos.length, data.saldo]),
      [1, 2].map(() => [201, newest, 1, body.saldo]),
    )
    deepStrictEqual(await numbers(), [nextAfter(before), ...before])
  }
  return (await numbers()).length
}

const nextAfter = ([newest = 'L-0000']: string[]) =>
  `L-${String(Number(newest.slice(2)) + 1).padStart(4, '0')}`
