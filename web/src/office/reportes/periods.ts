import { fecha } from '@flota/contract/format.ts'
import { totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import { addDays, daysBetween } from '../../api/dias.ts'
import { parseFecha } from '../../form/parseFecha.ts'

/** By what a report counts. On the wire 'año' is 'anio' too, which needs no escape in an address. */
export const tipos = { dia: 'Por Día', mes: 'Por Mes', anio: 'Por Año' } as const
export type Tipo = keyof typeof tipos

/** What one period is called. */
export const palabras = {
  dia: { one: 'día', many: 'días' },
  mes: { one: 'mes', many: 'meses' },
  anio: { one: 'año', many: 'años' },
} as const satisfies Record<Tipo, unknown>

const lengths: Record<number, Tipo> = { 4: 'anio', 7: 'mes', 10: 'dia' }
const digits = { dia: 10, mes: 7, anio: 4 } as const

/** Of what kind a period is, which its own text tells: `2026-11-20`, `2026-11`, `2026`. */
export const tipoOf = (periodo: string): Tipo => lengths[periodo.length] ?? 'dia'

/** Whether it is a period that exists. */
export const isPeriodo = (text: string) =>
  /^\d{4}(-\d{2}){0,2}$/.test(text) && parseFecha(fecha(firstDay(text)), undefined) !== null

/** The period of this kind that a day, or a shorter period, falls into. */
export const periodoOf = (iso: string, tipo: Tipo) => iso.slice(0, digits[tipo])

const firstDay = (periodo: string) => periodo + '-01-01'.slice(periodo.length - 4)
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const pad = (value: number, length: number) => String(value).padStart(length, '0')

/** The period so many later. */
function later(periodo: string, steps: number): string {
  const tipo = tipoOf(periodo)
  if (tipo === 'dia') return addDays(periodo, steps)
  if (tipo === 'anio') return pad(Number(periodo) + steps, 4)
  const month = monthNumber(periodo) + steps
  return `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1, 2)}`
}

/** Day 0 of the month after is the last of this one. */
const monthLength = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()

function lastDay(periodo: string): string {
  if (tipoOf(periodo) === 'dia') return periodo
  const month = periodo.length === digits.mes ? periodo : `${periodo}-12`
  return `${month}-${monthLength(month)}`
}

/** The days of a period, from its first to its last. */
export const daysOf = (periodo: string) => ({ desde: firstDay(periodo), hasta: lastDay(periodo) })

/** How many periods there are from one to another of the same kind, both counted. */
export function countBetween(first: string, last: string): number {
  const tipo = tipoOf(first)
  if (tipo === 'dia') return daysBetween(first, last) + 1
  if (tipo === 'anio') return Number(last) - Number(first) + 1
  return monthNumber(last) - monthNumber(first) + 1
}

/** All of them, oldest first. */
export const periodsBetween = (first: string, last: string) =>
  Array.from({ length: Math.max(0, countBetween(first, last)) }, (_, index) => later(first, index))

/** Rows, newest first, added up to longer periods. */
export const groupBy = (rows: readonly ReporteRow[], tipo: Tipo): ReporteRow[] =>
  Array.from(
    Map.groupBy(rows, ({ periodo }) => periodoOf(periodo, tipo)),
    ([periodo, inside]) => ({ periodo, ...totalesDe(inside) }),
  )
