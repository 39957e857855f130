import type { RutaEstado } from '@flota/contract/estados.ts'

/** The sheet, in millimetres: what is written stands within; a footer's text has its baseline at `footer`. */
export const page = { size: 'A4', left: 18, right: 192, width: 174, bottom: 278, footer: 287 } as const

/** The hues of the screen, each darker than the one before: black and white print tells them apart too. */
export const estadoColor: Record<RutaEstado, string> = {
  Pendiente: '#f4ca45',
  'En curso': '#78a8f2',
  Entregado: '#2a8a4f',
  Incidente: '#84150f',
}
