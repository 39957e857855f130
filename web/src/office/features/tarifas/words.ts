import type { Tarifa } from '@flota/contract/money/tarifas.ts'

export const tarifaWords = {
  create: 'Ingresar Tarifa',
  edit: 'Editar Tarifa',
  singular: 'Tarifa',
  loadOne: 'Error al cargar los datos de la tarifa',
}

export const tarifaName = ({ origen, destino }: Tarifa) => `${origen} → ${destino}`
