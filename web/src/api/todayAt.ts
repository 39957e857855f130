import { nowIn } from '@flota/contract/core/dates.ts'
import type { Config } from './config.ts'

/** Returns the company's time as `YYYY-MM-DD HH:MM`. `now` is this device's time in ms. */
export const nowAt = ({ zona, behind }: Config, now: number) => nowIn(zona, now + behind)

export const todayAt = (config: Config, now: number) => nowAt(config, now).slice(0, 10)
