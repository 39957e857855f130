import { formatFecha } from '@flota/contract/core/format.ts'
import type { Mantenimiento } from '../detail/EstadoMantenimiento.tsx'

export const mantenimientoWords = {
  create: 'Ingresar Mantenimiento',
  edit: 'Editar Mantenimiento',
  singular: 'Mantenimiento',
  loadOne: 'Error al cargar los datos del mantenimiento',
}

export const mantenimientoName = ({ camion, fecha_programada }: Mantenimiento) =>
  `${camion} del ${formatFecha(fecha_programada)}`
