import { dayOfMinute, fechaOf, minutesADay } from './calendar.ts'
import { type Camion, workshopCamionId } from './catalogos.ts'
import data from './data/camiones.json' with { type: 'json' }
import type { Random } from './random.ts'

export const serviceIntervalKm = 10_000

/** Counts a finished trip's kilometres: the workshop is due every ten thousand of them, or for a repair. */
export function sendToWorkshop(camion: Camion, km: number, repair: string | undefined) {
  const services = Math.floor(camion.kilometraje / serviceIntervalKm)
  camion.kilometraje += km
  if (repair === undefined && Math.floor(camion.kilometraje / serviceIntervalKm) === services) return []
  const day = dayOfMinute(camion.free)
  camion.free += repair === undefined ? minutesADay / 4 : 2 * minutesADay
  return [{ camion, day, kilometraje: camion.kilometraje, repair }]
}

/** Id of the plan that sends a truck to the workshop every 10,000 km. */
export const servicePlanOf = (camiones: readonly Camion[]) =>
  new Map(camiones.filter(({ gone }) => !gone).map(({ id }, i) => [id, i + 1]))

export type WorkshopVisit = ReturnType<typeof sendToWorkshop>[number]

interface Trucks {
  camiones: Camion[]
  visitas: WorkshopVisit[]
}

/** What was done at each visit, what is under way, planned or overdue, oldest first; the last was typed twice. */
export function makeMantenimientos(random: Random, { camiones, visitas }: Trucks, today: number) {
  const next = camiones
    .filter(({ id, gone, kilometraje }) => {
      const left = serviceIntervalKm - (kilometraje % serviceIntervalKm)
      return !gone && id !== workshopCamionId && left < 3500
    })
    .map((camion, i) =>
      plannedMantenimiento(random, camion, i < 2 ? today - 4 - i * 7 : today + random.between(1, 21)),
    )
  const all = [
    ...visitas.filter(({ day }) => day < today).map((visita) => completedMantenimiento(random, visita)),
    ...camiones
      .filter(({ id }) => id === workshopCamionId)
      .map((camion) => openMantenimiento(random, camion, today)),
    ...next,
  ].sort((a, b) => a.planned - b.planned || a.camion_id - b.camion_id)
  return [...withParts(all), ...all.slice(-1)]
}

/** Work and parts of the newest repair that is done. */
function withParts<Job extends { tipo: string; estado: string; costo?: number | null }>(
  jobs: readonly Job[],
) {
  const last = jobs.findLast(({ tipo, estado }) => tipo === 'Correctivo' && estado === 'Completado')
  const costo = repairParts.reduce((sum, { total }) => sum + total, 0)
  return jobs.map((job) => (job === last ? { ...job, costo, lineas: repairParts } : job))
}

const repairParts = [
  { descripcion: 'Juego de balatas delanteras', cantidad: 2, precio: 785.5, total: 1571 },
  { descripcion: 'Líquido de frenos DOT 4 (litro)', cantidad: 1.5, precio: 64, total: 96 },
  { descripcion: 'Mano de obra (horas)', cantidad: 4.5, precio: 150, total: 675 },
]

/** Without what only a visit tells. */
const plannedMantenimiento = (random: Random, { id }: Camion, planned: number) => ({
  camion_id: id,
  tipo: 'Preventivo',
  descripcion: random.of(data.servicios).descripcion,
  planned,
  taller: random.happens(0.6) ? random.of(data.talleres) : null,
  estado: 'Programado',
})

const openMantenimiento = (random: Random, camion: Camion, today: number) => ({
  ...plannedMantenimiento(random, camion, today - 1),
  tipo: 'Correctivo',
  descripcion: 'Cambio de embrague; esperando repuesto de la agencia',
  kilometraje: camion.kilometraje,
  taller: 'Servicio Diésel del Sur',
  estado: 'En proceso',
})

function completedMantenimiento(random: Random, { camion, day, kilometraje, repair }: WorkshopVisit) {
  const service =
    repair === undefined
      ? random.of(data.servicios)
      : { descripcion: repair, costo: random.between(2200, 9500) }
  const cancelled = repair === undefined && random.happens(0.03)
  return {
    ...plannedMantenimiento(random, camion, repair === undefined ? day - random.between(0, 3) : day),
    tipo: repair === undefined ? 'Preventivo' : 'Correctivo',
    descripcion: service.descripcion,
    fecha_realizada: cancelled ? null : fechaOf(day),
    kilometraje,
    costo: cancelled ? null : Math.round(service.costo * camion.taller * random.between(85, 125)) / 100,
    taller: random.of(data.talleres),
    estado: cancelled ? 'Cancelado' : 'Completado',
  }
}
