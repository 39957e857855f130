import type { RutaEstado } from '@flota/contract/estados.ts'
import type { PaperSize } from '@flota/contract/reportes.ts'

/** Text area in millimetres from A4's left edge. */
export const reportPage = { left: 18, right: 192, width: 174 } as const

/** Millimetres. `shift` centres the text area, rows end above `bottom`, `footer` is the footer's baseline. */
export const sheets = {
  a4: { size: 'A4', width: 210, shift: 0, bottom: 278, footer: 287 },
  carta: { size: 'LETTER', width: 215.9, shift: 2.95, bottom: 260.4, footer: 269.4 },
} as const satisfies Record<PaperSize, object>

/** The screen's hues, each darker than the previous one, so that they differ in black and white too. */
export const estadoColor: Record<RutaEstado, string> = {
  Pendiente: '#f4ca45',
  'En curso': '#78a8f2',
  Entregado: '#2a8a4f',
  Incidente: '#84150f',
}
