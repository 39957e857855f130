import type { Tarifa } from '@flota/contract/tarifas.ts'

export const tarifaWords = {
  create: 'Ingresar Tarifa',
  edit: 'Editar Tarifa',
  singular: 'Tarifa',
  loadOne: 'Error al cargar los datos de la tarifa',
}

/** It has no name of its own: from where to where, as the bin says it. */
export const tarifaName = ({ origen, destino }: Tarifa) => `${origen} → ${destino}`
