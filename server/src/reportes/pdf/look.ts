import type { RutaEstado } from '@flota/contract/estados.ts'

/** The sheet, in millimetres: what is written stands within; a footer's text has its baseline at `footer`. */
export const page = { left: 18, right: 192, width: 174, bottom: 278, footer: 287 } as const

/** The colours of web/src/theme.css in its light half. */
export const ink = {
  navy: '#12213a',
  amber: '#f6a723',
  bar: '#2b4573',
  text: '#16233b',
  muted: '#505e77',
  line: '#d9dfe9',
  sunken: '#edf0f6',
  paper: '#ffffff',
} as const

/** The hues of the screen, each darker than the one before: black and white print tells them apart too. */
export const estadoColor: Record<RutaEstado, string> = {
  Pendiente: '#f4ca45',
  'En curso': '#78a8f2',
  Entregado: '#2a8a4f',
  Incidente: '#84150f',
}
