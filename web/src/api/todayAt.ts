import { addDays, daysBetween, todayIn } from '@flota/contract/dias.ts'
import type { Config } from './empresa.ts'

/** The company's date at `now` (ms): the server's date plus the midnights passed there since it was asked. */
export const todayAt = ({ hoy, zona, asked }: Config, now: number) =>
  addDays(hoy, daysBetween(todayIn(zona, asked), todayIn(zona, now)))
