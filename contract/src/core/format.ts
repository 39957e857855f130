/** Formats values for screens, PDF files and spreadsheets. */

/** Formats `2026-11-20` as '20/11/2026'. Avoids Date: a calendar date has no zone. */
export const formatFecha = (iso: string) => iso.slice(0, 10).split('-').reverse().join('/')

export const formatHora = (time: string) => time.slice(0, 5)

const twoDecimals = new Intl.NumberFormat('es-GT', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const noDecimals = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 0 })

/** Formats 1234.5 as 'Q1,234.50'. Intl's currency style would put a space after the Q. */
export const formatQuetzales = (amount: number) =>
  amount < 0 ? `-Q${twoDecimals.format(-amount)}` : `Q${twoDecimals.format(amount)}`

const upToTwoDecimals = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 2 })

/** Formats an amount for an axis: 'Q0', 'Q750 mil', 'Q1.5 M'. */
export function formatQuetzalesShort(amount: number): string {
  if (amount >= 1_000_000) return `Q${upToTwoDecimals.format(amount / 1_000_000)} M`
  return amount >= 1000
    ? `Q${upToTwoDecimals.format(amount / 1000)} mil`
    : `Q${upToTwoDecimals.format(amount)}`
}

const upToThreeDecimals = new Intl.NumberFormat('es-GT', { maximumFractionDigits: 3 })

/** Formats gallons without trailing zeros. */
export const formatGalones = (galones: number) => upToThreeDecimals.format(galones)
/** Formats kilometres per gallon. */
export const formatKmGalon = (value: number) => twoDecimals.format(value)
/** Formats a quantity without trailing zeros. */
export const formatCantidad = (cantidad: number) => upToThreeDecimals.format(cantidad)

/** Formats a count or gallons, rounded: 1234.5 as '1,235'. */
export const formatInteger = (value: number) => noDecimals.format(value)

/** Removes the word RUTA: 'RUTA-012' becomes '012'. */
export const stripRutaPrefix = (noRuta: string) => noRuta.replace(/^\s*ruta(?!\p{L})[\s-]*/iu, '') || noRuta

/** Cuts to `length` code points and appends an ellipsis. */
export function truncateText(text: string, length: number): string {
  const characters = [...text]
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : text
}

/** Formats a Guatemalan number '55551234' as '5555-1234'. Others stay unchanged. */
export const formatTelefono = (written: string) => written.replace(/^\s*(\d{4})[\s-]?(\d{4})\s*$/, '$1-$2')

export const fullName = (nombre: string, apellido: string | null) => `${nombre} ${apellido ?? ''}`.trim()

/** 'Unidad 12 · Freightliner M2', without what is unknown. */
export const describeCamion = (
  marca: string | null,
  modelo: string | null,
  unidad: string | null = null,
): string =>
  [unidad && `Unidad ${unidad}`, [marca, modelo].filter(Boolean).join(' ')].filter(Boolean).join(' · ')

/** Formats a moment (ISO 8601, UTC) in `zona`: '20/11/2026 08:30'. */
export function formatMomento(iso: string, zona: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zona,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(iso))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`
}

const maxUnremarkedDelayMs = 120_000

/**
 * Returns 'hecho 10:32 · recibido 11:05' if the two differ by more than 2 minutes, else null
 * (docs/contract/road.md). On two days both have their date: 'hecho 20/11/2026 23:50 · recibido 21/11/2026
 * 05:10'.
 */
export function formatHechoYRecibido(hecho: string, recibido: string, zona: string): string | null {
  if (Math.abs(Date.parse(recibido) - Date.parse(hecho)) <= maxUnremarkedDelayMs) return null
  const both = [formatMomento(hecho, zona), formatMomento(recibido, zona)] as const
  const sameDay = both[0].slice(0, 10) === both[1].slice(0, 10)
  const [done, received] = both.map((each) => (sameDay ? each.slice(11) : each))
  return `hecho ${done} · recibido ${received}`
}
