import { addDays, daysBetween, todayIn } from '@flota/contract/dias.ts'
import type { Config } from './empresa.ts'

/** The company's date at a moment: the server's, moved on by the midnights that have passed there since. */
export const todayAt = ({ hoy, zona, asked }: Config, now: number) =>
  addDays(hoy, daysBetween(todayIn(zona, asked), todayIn(zona, now)))
