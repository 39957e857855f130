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
  camion_id: unlabelled('id', { required, description: 'Id del camión.' }),
  camion: text('Camión', { required, use: 'read', description: 'Placa del camión.' }),
  nombre: text('Plan', { required, description: 'Qué trabajo se repite, como `Cambio de aceite`.' }),
  cada_km: {
    ...km,
    label: 'Cada (km)',
    description: 'Kilómetros de uno al siguiente; null si va solo por días.',
  },
  cada_dias: {
    ...days,
    label: 'Cada (días)',
    description: 'Días de uno al siguiente; null si va solo por kilómetros.',
  },
  aviso_km: {
    ...km,
    label: 'Avisar antes (km)',
    required,
    description: 'Kilómetros antes de que toque en que se avisa.',
  },
  aviso_dias: {
    ...days,
    label: 'Avisar antes (días)',
    required,
    description: 'Días antes de que toque en que se avisa.',
  },
  desde_fecha: date('Hecho por última vez', {
    required,
    description: 'Día en que se hizo por última vez antes de tener el plan, AAAA-MM-DD.',
  }),
  desde_km: {
    ...km,
    label: 'Kilometraje de entonces',
    description: 'Kilómetros del odómetro ese día; null si no se sabe.',
  },
  activo: {
    label: 'Activo',
    type: 'boolean',
    required,
    description: 'Si está en uso; false lo conserva sin que avise.',
  },
  ultimo_id: served('id', {
    description: 'Id del último mantenimiento; null si cuenta desde `desde_fecha`.',
  }),
  ultimo_fecha: served('date', { required, description: 'Día en que se hizo por última vez, AAAA-MM-DD.' }),
  ultimo_km: served('integer', {
    unit: 'km',
    description: 'Kilómetros del odómetro la última vez; null si no se sabe.',
  }),
  proximo_km: served('integer', {
    unit: 'km',
    description: 'Kilómetros del odómetro en que toca; null si no se sabe o va solo por días.',
  }),
  proxima_fecha: served('date', {
    description: 'Día en que toca, AAAA-MM-DD; null si va solo por kilómetros.',
  }),
  falta_km: served('integer', {
    unit: 'km',
    description: 'Kilómetros que faltan, negativo si se pasó; null si no se sabe.',
  }),
  dias: served('integer', {
    description: 'Días de hoy a `proxima_fecha`, negativo si ya pasó; null sin esa fecha.',
  }),
  estado: choice('Estado', {
    choices: planEstados,
    required,
    use: 'read',
    description: 'Cómo está: `vencido`, `por_vencer`, `al_dia` o `inactivo`.',
  }),
  sin_km: served('boolean', { required, description: 'Si falta el kilometraje para saber cuándo toca.' }),
  abierto_id: served('id', {
    description: 'Id de su mantenimiento sin terminar más antiguo; null si no hay.',
  }),
})
