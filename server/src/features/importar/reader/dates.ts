import { addDays } from '@flota/contract/dates.ts'
import { round15Digits } from './numbers.ts'

/** Excel's day 0 for every day from March 1900 on. */
const origin = '1899-12-30'
/** A book of 1904 counts as many days less. */
const days1904 = 1462

const dayOf = (serial: number, is1904: boolean) => Math.floor(round15Digits(serial)) + (is1904 ? days1904 : 0)

/** The day of a number that is meant as one: 1950 to 2099. */
export function dateOfSerial(serial: number, is1904: boolean): string | undefined {
  const day = dayOf(serial, is1904)
  return day >= 18_264 && day <= 73_050 ? addDays(origin, day) : undefined
}

/** The day of a number that is shown as one, dd/mm/aaaa; undefined where spreadsheets show none, or disagree. */
export function shownDate(serial: number, is1904: boolean): string | undefined {
  const day = dayOf(serial, is1904)
  if (day < 61 || day > 2_958_465) return undefined
  const [year, month, date] = addDays(origin, day).split('-')
  return `${date}/${month}/${year}`
}

/** The part of a day as HH:mm:ss, to the nearest second. */
export function timeOfSerial(serial: number): string {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400) % 86_400
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The hour of a number that is meant as one: 6 may be anything. */
export function hourOfSerial(serial: number): string | undefined {
  const number = round15Digits(serial)
  return number < 0 || (number !== 0 && Number.isInteger(number)) ? undefined : timeOfSerial(number)
}

const space = '\\s'
const amPmPattern = `${space}*([ap])${space}*\\.?${space}*m${space}*\\.?`
const hourText = new RegExp(`^(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:${amPmPattern})?$`, 'i')
const timePattern = `(?:T|${space}+)\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d+)?)?(?:${amPmPattern})?(?:Z|[+-]\\d{2}:?\\d{2})?`
const isoText = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})(?:${timePattern})?$`, 'i')
const dayText = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})(?:${timePattern})?$`, 'i')
const shortText = new RegExp(`^(\\d{1,2})/(\\d{1,2})/(\\d{2})(?:${timePattern})?$`, 'i')

/** A day as people write it, the day before the month: aaaa-mm-dd, which need not exist. */
export function dateOfText(text: string): string | undefined {
  const iso = text.match(isoText)?.[1]
  if (iso) return iso
  const long = text.match(dayText)
  if (long) return isoOf(long[4], long[3], long[1])
  const short = text.match(shortText)
  return short ? isoOf(`20${short[3]}`, short[2], short[1]) : undefined
}

const isoOf = (year = '', month = '', day = '') => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`

/** H:mm or H:mm:ss, of 24 hours or of 12 with am or pm; HH:mm:ss. */
export function hourOfText(text: string): string | undefined {
  const [, hours, minutes = '', seconds = '00', letter] = text.match(hourText) ?? []
  if (hours === undefined) return undefined
  const hour = Number(hours)
  if (letter && (hour < 1 || hour > 12)) return undefined
  const of24 = letter ? (hour % 12) + (letter.toLowerCase() === 'p' ? 12 : 0) : hour
  return of24 > 23 || Number(minutes) > 59 || Number(seconds) > 59
    ? undefined
    : `${String(of24).padStart(2, '0')}:${minutes}:${seconds}`
}
