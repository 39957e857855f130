import { choice, date, defineFields, required, served, text, unlabelled } from '../core/fields.ts'

/** In the order of the list. */
export const planEstados = ['vencido', 'por_vencer', 'al_dia', 'inactivo'] as const
export type PlanEstado = (typeof planEstados)[number]
export const planEstadoWords: Record<PlanEstado, string> = {
  vencido: 'Vencido',
  por_vencer: 'Por vencer',
  al_dia: 'Al día',
  inactivo: 'Inactivo',
}

export const maxPlanCamiones = 300

export const planErrors = {
  noInterval: 'Escribe cada cuántos kilómetros o cada cuántos días.',
  taken: (placa: string) => `El camión ${placa} ya tiene ese plan.`,
  hasOpen: 'Ya hay un mantenimiento abierto de este plan.',
} as const

export const plansCreated = (n: number) => (n === 1 ? 'Se creó 1 plan.' : `Se crearon ${n} planes.`)

const km = { type: 'integer', unit: 'km' } as const
const days = { type: 'integer', unit: 'días' } as const

/** A recurring service of a truck. */
export const planFields = defineFields({
  camion_id: unlabelled('id', { required }),
  camion: text('Camión', { required, use: 'read', description: 'Placa del camión.' }),
  nombre: text('Plan', { required }),
  cada_km: { ...km, label: 'Cada (km)' },
  cada_dias: { ...days, label: 'Cada (días)' },
  aviso_km: { ...km, label: 'Avisar antes (km)', required },
  aviso_dias: { ...days, label: 'Avisar antes (días)', required },
  desde_fecha: date('Hecho por última vez', {
    required,
    description: 'Cuándo se hizo por última vez antes de tener el plan.',
  }),
  desde_km: { ...km, label: 'Kilometraje de entonces' },
  activo: { label: 'Activo', type: 'boolean', required },
  ultimo_id: served('id', { description: 'Id del último mantenimiento; null si cuenta desde_fecha.' }),
  ultimo_fecha: served('date', { required }),
  ultimo_km: served('integer', { unit: 'km' }),
  proximo_km: served('integer', { unit: 'km' }),
  proxima_fecha: served('date', {}),
  falta_km: served('integer', { unit: 'km', description: 'Kilómetros que faltan, negativo si se pasó.' }),
  dias: served('integer', { description: 'De hoy a proxima_fecha, negativo si ya pasó.' }),
  estado: choice('Estado', { choices: planEstados, required, use: 'read' }),
  sin_km: served('boolean', { required, description: 'Si falta el kilometraje para saber cuándo toca.' }),
  abierto_id: served('id', { description: 'Id de su mantenimiento sin terminar más antiguo.' }),
})
