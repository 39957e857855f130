import { addDays, daysBetween, weekdayOf, weekdays } from './dates.ts'

/** Arithmetic on days `YYYY-MM-DD`, months `YYYY-MM` and years `YYYY`. No zod: the web imports it. */

export const months =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')

export type PeriodoTipo = 'dia' | 'mes' | 'anio'

export interface DayRange {
  desde: string
  hasta: string
}

const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const parts = (periodo: string) => periodo.split('-').map(Number)

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function monthLength(month: string): number {
  const [year = 0, number = 0] = parts(month)
  if (number === 2) return isLeap(year) ? 29 : 28
  return [4, 6, 9, 11].includes(number) ? 30 : 31
}

const firstDay = (periodo: string) => periodo + '-01-01'.slice(periodo.length - 4)

export function isPeriodo(text: string): boolean {
  if (!/^\d{4}(-\d{2}){0,2}$/.test(text)) return false
  const [year = 0, month = 0, day = 0] = parts(firstDay(text))
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(text)
}

const tipos = ['anio', 'mes', 'dia'] as const
export const periodoLengths = { dia: 10, mes: 7, anio: 4 } as const satisfies Record<PeriodoTipo, number>

/** Returns the kind of a period: `2026-11-20` is 'dia', `2026-11` 'mes' and `2026` 'anio'. */
export const periodoTipoOf = (periodo: string): PeriodoTipo => tipos[parts(periodo).length - 1] ?? 'dia'

export const isRealDate = (text: string) => periodoTipoOf(text) === 'dia' && isPeriodo(text)

/** Returns the period of that kind which contains the day or shorter period. */
export const periodoOf = (day: string, tipo: PeriodoTipo) => day.slice(0, periodoLengths[tipo])

export function dayRangeOf(periodo: string): DayRange {
  if (periodoTipoOf(periodo) === 'dia') return { desde: periodo, hasta: periodo }
  const month = periodoTipoOf(periodo) === 'mes' ? periodo : `${periodo}-12`
  return { desde: firstDay(periodo), hasta: `${month}-${monthLength(month)}` }
}

export function weekOf(day: string): DayRange {
  const desde = addDays(day, -weekdayOf(day))
  return { desde, hasta: addDays(desde, 6) }
}

function monthNumber(periodo: string): number {
  const [year = 0, month = 0] = parts(periodo)
  return year * 12 + month - 1
}

/** Returns the period `steps` later, or earlier if negative. */
export function addPeriods(periodo: string, steps: number): string {
  const tipo = periodoTipoOf(periodo)
  if (tipo === 'dia') return addDays(periodo, steps)
  if (tipo === 'anio') return pad(Number(periodo) + steps, 4)
  const month = monthNumber(periodo) + steps
  return `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1)}`
}

/** Counts the periods between two of the same kind, both inclusive. */
export function countPeriods(first: string, last: string): number {
  const tipo = periodoTipoOf(first)
  if (tipo === 'dia') return daysBetween(first, last) + 1
  if (tipo === 'anio') return Number(last) - Number(first) + 1
  return monthNumber(last) - monthNumber(first) + 1
}

export const periodsBetween = (first: string, last: string) =>
  Array.from({ length: Math.max(0, countPeriods(first, last)) }, (_, index) => addPeriods(first, index))

const monthWord = (periodo: string) => months[Number(periodo.slice(5, 7)) - 1] ?? ''

export const monthTitle = (periodo: string) =>
  monthWord(periodo).replace(/^./, (first) => first.toUpperCase())

/** Formats `2026-11-20` as 'viernes, 20 de noviembre de 2026'. */
export function fechaInWords(day: string): string {
  const [year, , number] = parts(day)
  return `${weekdays[weekdayOf(day)]}, ${number} de ${monthWord(day)} de ${year}`
}

/** Describes a deadline `days` from today: 'Venció hace 3 días', 'Vence hoy', 'Vence en 12 días'. */
export function plazoInWords(days: number, { past, future }: { past: string; future: string }): string {
  if (days === 0) return `${future} hoy`
  if (days === 1) return `${future} mañana`
  if (days === -1) return `${past} ayer`
  return days > 0 ? `${future} en ${days} días` : `${past} hace ${-days} días`
}
