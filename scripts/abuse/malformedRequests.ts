import { stored } from '../../server/src/test/malformed/databaseDigest.ts'
import { describeSent, type Sent, sendMalformed } from '../../server/src/test/malformed/sendMalformed.ts'
import type { House } from './startTarget.ts'

/** Of an answer, in ms. */
const limit = 1000

/** Lines of the log that are no JSON object, or tell of an error, or a token. */
function oddLines({ log, target }: House): string[] {
  const tokens = Object.values(target.tokens)
  return log()
    .split('\n')
    .filter((line) => line !== '')
    .filter((line) => {
      try {
        const { level } = JSON.parse(line) as { level: number }
        return level >= 50 || tokens.some((token) => line.includes(token))
      } catch {
        return true
      }
    })
}

function tally(sent: readonly Sent[]): string {
  const groups = [...Map.groupBy(sent, ({ status }) => status ?? 0)].toSorted(([a], [b]) => a - b)
  return groups.map(([status, all]) => `${status || 'cut off'}: ${all.length}`).join(', ')
}

/** Prints what became of them; whether all were refused in time, and nothing came of any. */
export async function refuseMalformed(house: House, how: { seed: number; count: number }): Promise<boolean> {
  const before = await stored(house.db)
  const sent = await sendMalformed(house.target, { ...how, lanes: 2 })
  const after = await stored(house.db)
  const changed = Object.keys(after).filter((table) => after[table] !== before[table])
  const bad = sent.filter(({ faults }) => faults.length > 0)
  const late = sent.filter(({ ms }) => ms > limit)
  const odd = oddLines(house)
  for (const each of [...bad, ...late].slice(0, 20)) console.log(`✗ ${describeSent(each, house.target)}`)
  for (const line of odd.slice(0, 20)) console.log(`✗ ${line}`)
  const failed = sent.filter(({ status = 0 }) => status >= 500).length
  const slowest = Math.max(...sent.map(({ ms }) => ms))
  console.log(`${sent.length} malformed requests, seed ${how.seed} (${tally(sent)})`)
  console.log(
    `${failed} answers of 5xx, ${late.length} over 1 s (the slowest ${Math.round(slowest)} ms), ` +
      `${bad.length} wrong in any way, changed tables: ${changed.join(', ') || 'none'}, ${odd.length} odd lines in the log`,
  )
  return bad.length + late.length + changed.length + odd.length === 0
}
