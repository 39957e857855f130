import { activityOf, dayOfMinute, minutesADay, momentOf } from './calendar.ts'
import type { Demo } from './company.ts'

export type Clock = (minute: number) => string

/** Shows the company at one moment of its day; started before it (minute `now`), the day so far is told faster. */
export function createClock(moment: number, now: number): Clock {
  const midnight = dayOfMinute(moment) * minutesADay
  const pace = Math.min(1, (now - midnight) / (moment - midnight))
  return (minute) => momentOf(minute > midnight ? midnight + (minute - midnight) * pace : minute)
}

const officeDayBefore = (day: number): number =>
  activityOf(day - 1) >= 0.5 ? day - 1 : officeDayBefore(day - 1)

/** When the office typed each trip: in the afternoon before it, in the order of the numbers. */
export function typingTimes({ viajes, moment, today, random }: Demo): number[] {
  const any = random('horas')
  const typed = Map.groupBy(viajes, ({ day }) => Math.min(officeDayBefore(day), today))
  return [...typed].flatMap(([day, group]) =>
    group.map(({ left }, nth) => {
      const share = (nth + any.next()) / group.length
      const midnight = day * minutesADay
      // Today's typing is over by now; on other days the office plans from one to half past five.
      const minute = day === today ? (moment - midnight) * (0.6 + 0.38 * share) : 780 + 270 * share
      return Math.min(midnight + minute, left - 30)
    }),
  )
}
