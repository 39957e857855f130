import type { Field, FieldType } from './fields.ts'
import { formatFecha, formatHora, formatInteger, formatQuetzales, formatTelefono } from './format.ts'

/** Formats of stored values by the type and unit of their field. */

export const formatMoney = (value: unknown) => formatQuetzales(Number(value))
export const formatDay = (value: unknown) => formatFecha(String(value))
export const formatHour = (value: unknown) => formatHora(String(value))
export const formatYesNo = (value: unknown) => (value ? 'Sí' : 'No')
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
export const formatWord = (value: unknown) => capitalize(String(value))

/** Formats 90 as '1 h 30 min'. */
export function formatDuracion(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${formatInteger(hours)} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}
export const formatMinutes = (value: unknown) => formatDuracion(Number(value))

const formatters: Partial<Record<FieldType, (value: unknown, zona?: string) => string>> = {
  date: formatDay,
  hour: formatHour,
  minutes: formatMinutes,
  choice: formatWord,
  boolean: formatYesNo,
}

/** Returns the format of a field's values; undefined if String() is enough. */
export function formatterOf({ type, unit, input, format }: Field): Field['format'] {
  if (format) return format
  if (unit === 'Q') return formatMoney
  if (unit) return (value) => `${type === 'integer' ? formatInteger(Number(value)) : String(value)} ${unit}`
  if (input === 'tel') return (value) => formatTelefono(String(value))
  return formatters[type]
}

/** Returns a field's value as text; null if there is none. */
export const fieldText = (field: Field, value: unknown): string | null =>
  value === null || value === undefined ? null : (formatterOf(field) ?? String)(value)
