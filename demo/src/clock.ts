import { activityOf, dayOfMinute, minutesADay, momentOf } from './calendar.ts'
import type { Demo } from './company.ts'
import type { Random } from './random.ts'
import type { Viaje } from './rutas.ts'

/**
 * How a minute is written. The company is always shown as of the same moment of its day; started before it,
 * the day so far is told faster, so that nothing lies in the future.
 * @param now the minute that it really is
 */
export function createClock(moment: number, now: number): (minute: number) => string {
  const midnight = dayOfMinute(moment) * minutesADay
  const pace = Math.min(1, (now - midnight) / (moment - midnight))
  return (minute) => momentOf(minute > midnight ? midnight + (minute - midnight) * pace : minute)
}

const officeDayBefore = (day: number): number =>
  activityOf(day - 1) >= 0.5 ? day - 1 : officeDayBefore(day - 1)

/** When the office typed each trip: in the afternoon before it, in the order of the numbers. */
export function typingTimes(random: Random, { viajes, moment }: Demo): number[] {
  const today = dayOfMinute(moment)
  const typingDays = new Map<number, number>()
  for (const { day } of viajes) {
    if (!typingDays.has(day)) typingDays.set(day, Math.min(officeDayBefore(day), today))
  }
  const dayOfTyping = ({ day }: Viaje) => typingDays.get(day) ?? day
  const perDay = new Map<number, number>()
  for (const viaje of viajes) perDay.set(dayOfTyping(viaje), (perDay.get(dayOfTyping(viaje)) ?? 0) + 1)
  const typed = new Map<number, number>()
  return viajes.map((viaje) => {
    const day = dayOfTyping(viaje)
    const nth = typed.get(day) ?? 0
    typed.set(day, nth + 1)
    const share = (nth + random.next()) / (perDay.get(day) ?? 1)
    const midnight = day * minutesADay
    // Today's typing is over by now; on other days the office plans from one to half past five.
    const minute =
      day === today ? midnight + (moment - midnight) * (0.6 + 0.38 * share) : midnight + 780 + 270 * share
    return Math.min(minute, viaje.left - 30)
  })
}
