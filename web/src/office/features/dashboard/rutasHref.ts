import type { RutaEstado } from '@flota/contract/records/estados.ts'

export const rutasHref = (filter: { desde?: string; hasta?: string; estado?: RutaEstado }) =>
  `/rutas?${new URLSearchParams({ ...filter })}`

export const rutasOfDayHref = (fecha: string, estado?: RutaEstado) =>
  rutasHref({ desde: fecha, hasta: fecha, ...(estado && { estado }) })
