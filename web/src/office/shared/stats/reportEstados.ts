import type { RutaEstado } from '@flota/contract/estados.ts'
import { countFigures, type Totales } from '@flota/contract/periodos.ts'

const fills: Record<RutaEstado, string> = {
  Pendiente: 'bg-pendiente-fill',
  'En curso': 'bg-en-curso-fill',
  Entregado: 'bg-entregado-fill',
  Incidente: 'bg-incidente-fill',
}

/** States in column order with their bar colour and count. */
export const reportEstados = countFigures.map(({ estado, key, columna }) => ({
  estado,
  columna,
  fill: fills[estado],
  count: (of: Totales) => of[key],
}))
