import type { RutaEstado } from '@flota/contract/estados.ts'

interface Filter {
  desde?: string
  hasta?: string
  estado?: RutaEstado
}

/** The list of routes, narrowed to what a figure counts. */
export const rutasHref = (filter: Filter) => `/rutas?${new URLSearchParams({ ...filter })}`

/** The routes of one date. */
export const rutasOf = (fecha: string, estado?: RutaEstado) =>
  rutasHref({ desde: fecha, hasta: fecha, ...(estado && { estado }) })
