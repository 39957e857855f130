import type { RutaEstado } from '@flota/contract/estados.ts'

interface Filter {
  desde?: string
  hasta?: string
  estado?: RutaEstado
}

export const rutasHref = (filter: Filter) => `/rutas?${new URLSearchParams({ ...filter })}`

export const rutasOf = (fecha: string, estado?: RutaEstado) =>
  rutasHref({ desde: fecha, hasta: fecha, ...(estado && { estado }) })
