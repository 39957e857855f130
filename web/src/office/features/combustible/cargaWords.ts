import { formatFecha } from '@flota/contract/core/format.ts'
import type { Carga } from '@flota/contract/money/cargas.ts'

export const cargaWords = {
  create: 'Carga de combustible',
  edit: 'Editar',
  singular: 'Carga',
  loadOne: 'Error al cargar los datos de la carga',
}

export const cargaName = ({ camion, fecha }: Pick<Carga, 'camion' | 'fecha'>) =>
  `la carga de ${camion} del ${formatFecha(fecha)}`
