import { formatInteger, fullName } from '@flota/contract/core/format.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'

/** Addresses of the form for a copy and for a return trip. */
export const copyRutaHref = (id: number) => `/ingresar-ruta?copiar=${id}`
export const returnRutaHref = (id: number) => `/ingresar-ruta?regreso=${id}`

export const rutaWords = {
  create: 'Ingresar Ruta',
  edit: 'Editar Ruta',
  singular: 'Ruta',
  loadOne: 'Error al cargar los datos de la ruta',
}

export const clienteOf = (ruta: Ruta) => fullName(ruta.cliente_nombre, ruta.cliente_apellido)
export const pilotoOf = (ruta: Ruta) => fullName(ruta.piloto_nombre, ruta.piloto_apellido)
export const ayudanteOf = ({ ayudante_nombre, ayudante_apellido }: Ruta) =>
  ayudante_nombre === null ? 'Sin ayudante' : fullName(ayudante_nombre, ayudante_apellido)

/** Shown after a stopped trip has got another truck. */
export const freedTruckText = (placa: string) =>
  `${placa} queda libre. Si no puede rodar, regístralo en Mantenimiento.`

export const galones = (combustible: number | null) =>
  combustible === null ? null : `${formatInteger(combustible)} gal`
