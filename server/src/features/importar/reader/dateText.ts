import { isRealDate, months } from '@flota/contract/core/calendar.ts'
import { nowIn, weekdays } from '@flota/contract/core/dates.ts'
import { normalizeText } from '@flota/contract/imports/importarHeadings.ts'

/** Day and hour of a text. */
interface DayAndHour {
  /** As aaaa-mm-dd. It need not exist: POST's schema checks that. */
  fecha: string
  /** As HH:mm:ss. Null without a time, undefined if the time does not exist. */
  hora: string | null | undefined
}

/** Longer than any date: keeps patterns from a run of thousands of spaces. */
const maxLength = 80

const amPm = '\\s*(?<amPm>[ap])\\s*\\.?\\s*m\\s*\\.?'
const hoursWord = '\\s*(?:hrs?|hs?|horas?)\\s*\\.?'
const clockTexts = [
  `(?<hours>\\d{1,2}):(?<minutes>\\d{2})(?::(?<seconds>\\d{2})(?:[.,]\\d+)?)?(?:${amPm})?(?:${hoursWord})?`,
  // '8 am' and '8 hrs', but not '8'.
  `(?<hours>\\d{1,2})${amPm}(?:${hoursWord})?`,
  `(?<hours>\\d{1,2})${hoursWord}`,
].map((clock) => new RegExp(`^${clock}$`))

const timeBehind = '(?:(?:t|,?\\s+(?:-\\s+)?)(?<time>\\d.*))?'
const monthSign = '(?:\\s*[-/.]\\s*|\\s+de\\s+|\\s+)'
const yearSign = '(?:\\.?\\s*[-/.]\\s*|\\.?\\s+del?\\s+|[.,]?\\s+)'
const dateTexts = [
  '(?<year>\\d{4})(?<sign>[-/])(?<month>\\d{1,2})\\k<sign>(?<day>\\d{1,2})',
  '(?<day>\\d{1,2})(?<sign>[-/.])(?<month>\\d{1,2})\\k<sign>(?<year>\\d{4})',
  // '26-11-25' may begin with the year.
  '(?<day>\\d{1,2})(?<sign>[/.])(?<month>\\d{1,2})\\k<sign>(?<year>\\d{2})',
  `(?:(?<weekday>[a-z]{3,9})[.,]?\\s+)?(?<day>\\d{1,2})${monthSign}(?<monthName>[a-z]{3,10})${yearSign}(?<year>\\d{4}|\\d{2})`,
].map((date) => new RegExp(`^${date}${timeBehind}$`))

const groupsOf = (patterns: readonly RegExp[], text: string) =>
  patterns.map((pattern) => text.match(pattern)?.groups).find(Boolean)

const normalize = (text: string) => (text.length > maxLength ? '' : normalizeText(text).trim())

/** Excel's names in English beside ours; 'setiembre' is as correct as 'septiembre'. */
const monthNames = [
  months,
  'january february march april may june july august september october november december'.split(' '),
  months.map((month) => month.replace('septiembre', 'setiembre')),
]
const weekdayNames = weekdays.map(normalizeText)

/** Returns 1 to 12 for a name or its beginning. */
function monthOfName(name: string): number | undefined {
  const index = monthNames
    .map((names) => names.findIndex((month) => month.startsWith(name)))
    .find((each) => each >= 0)
  return index === undefined ? undefined : index + 1
}

/** 'H:mm', 'H:mm:ss', '8 am', '08:00 hrs' → HH:mm:ss. Null if it is no time, undefined if it does not exist. */
function parseClock(text: string): string | null | undefined {
  const { hours, minutes = '00', seconds = '00', amPm: letter } = groupsOf(clockTexts, text) ?? {}
  if (hours === undefined) return null
  const hour = Number(hours)
  if (letter && (hour < 1 || hour > 12)) return undefined
  const of24 = letter ? (hour % 12) + (letter === 'p' ? 12 : 0) : hour
  return of24 > 23 || Number(minutes) > 59 || Number(seconds) > 59
    ? undefined
    : `${String(of24).padStart(2, '0')}:${minutes}:${seconds}`
}

const offsetBehind = /^(?<clock>.*?)\s*(?<offset>z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?$/

/** '-0600' → '-06:00', 'utc' → 'Z'. */
const isoOffset = (offset: string) =>
  /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}` : 'Z'

/** Returns the day and hour that clocks in `zona` show at a moment. */
function localMoment(fecha: string, hora: string, offset: string, zona: string): DayAndHour {
  const moment = isRealDate(fecha) ? Date.parse(`${fecha}T${hora}${isoOffset(offset)}`) : Number.NaN
  if (Number.isNaN(moment)) return { fecha, hora }
  const [day = fecha, minute] = nowIn(zona, moment).split(' ')
  return { fecha: day, hora: `${minute}${hora.slice(5)}` }
}

/** Reads a date, day before month, with or without a time. A time with an offset becomes that of `zona`. */
export function parseDate(text: string, zona: string): DayAndHour | undefined {
  const groups = groupsOf(dateTexts, normalize(text))
  if (!groups) return undefined
  const { year = '', month, monthName = '', day = '', weekday, time } = groups
  if (weekday !== undefined && !weekdayNames.some((name) => name.startsWith(weekday))) return undefined
  const monthNumber = month ?? monthOfName(monthName)
  if (monthNumber === undefined) return undefined
  const fecha = [year.padStart(4, '20'), String(monthNumber).padStart(2, '0'), day.padStart(2, '0')].join('-')
  if (time === undefined) return { fecha, hora: null }
  const { clock = '', offset } = time.match(offsetBehind)?.groups ?? {}
  const hora = parseClock(clock)
  if (hora === null) return undefined
  return hora === undefined || offset === undefined ? { fecha, hora } : localMoment(fecha, hora, offset, zona)
}

/** Reads an hour, alone or behind a date. Undefined if it is none or does not exist. */
export function parseHour(text: string, zona: string): string | undefined {
  const alone = parseClock(normalize(text).replace(/^t|(?<=^t.*)z$/g, ''))
  return (alone === null ? parseDate(text, zona)?.hora : alone) ?? undefined
}
