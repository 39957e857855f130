import { addDays, daysBetween, nowIn, todayIn } from '@flota/contract/dias.ts'
import type { Config } from './empresa.ts'

/** The company's date at `now` (ms): the server's date plus the midnights passed there since it was asked. */
export const todayAt = ({ hoy, zona, asked }: Config, now: number) =>
  addDays(hoy, daysBetween(todayIn(zona, asked), todayIn(zona, now)))

/** The company's `YYYY-MM-DD HH:MM` at `now` (ms): its date is the server's, its clock this machine's. */
export const nowAt = (config: Config, now: number) => todayAt(config, now) + nowIn(config.zona, now).slice(10)
