import { addDays, daysBetween, nowIn, todayIn } from '@flota/contract/dias.ts'
import type { Config } from './empresa.ts'

/** The company's `YYYY-MM-DD HH:MM` by the server's clock, when this machine's says `now` (ms). */
export function nowAt({ hoy, zona, asked, behind }: Config, now: number) {
  const [today = '', time = ''] = nowIn(zona, now + behind).split(' ')
  return `${addDays(hoy, daysBetween(todayIn(zona, asked), today))} ${time}`
}

/** The company's date then: the server's date plus the midnights passed there since it was asked. */
export const todayAt = (config: Config, now: number) => nowAt(config, now).slice(0, 10)
