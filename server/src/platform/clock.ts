import { todayIn } from '@flota/contract/core/dates.ts'
import type { Env } from './env.ts'

export type Now = () => Date

export interface CompanyClock {
  env: Pick<Env, 'TZ_EMPRESA'>
  now: Now
}

/** Returns the date in the company's time zone, `YYYY-MM-DD`. */
export const companyToday = ({ env, now }: CompanyClock): string => todayIn(env.TZ_EMPRESA, now())
