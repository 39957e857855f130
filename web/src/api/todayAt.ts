import { nowIn } from '@flota/contract/dates.ts'
import type { Config } from './config.ts'

/** The company's `YYYY-MM-DD HH:MM` by the server's clock, when this machine's says `now` (ms). */
export const nowAt = ({ zona, behind }: Config, now: number) => nowIn(zona, now + behind)

/** The company's date then. */
export const todayAt = (config: Config, now: number) => nowAt(config, now).slice(0, 10)
