import type { Plan } from '@flota/contract/fleet/planes.ts'

export const planWords = {
  create: 'Ingresar Plan',
  edit: 'Editar Plan',
  singular: 'Plan',
  loadOne: 'Error al cargar los datos del plan',
}

export const planName = ({ nombre, camion }: Plan) => `${nombre} · ${camion}`
