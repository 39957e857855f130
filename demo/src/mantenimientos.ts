import { dayOfMinute, fechaOf, minutesADay } from './calendar.ts'
import { type Camion, inWorkshop } from './catalogos.ts'
import data from './data/camiones.json' with { type: 'json' }
import type { Random } from './random.ts'

const serviceEvery = 10_000

/** Counts a finished trip's kilometres: the workshop is due every ten thousand of them, or for a repair. */
export function sendToWorkshop(camion: Camion, km: number, repair: string | undefined) {
  const services = Math.floor(camion.kilometraje / serviceEvery)
  camion.kilometraje += km
  if (repair === undefined && Math.floor(camion.kilometraje / serviceEvery) === services) return []
  const day = dayOfMinute(camion.free)
  camion.free += repair === undefined ? minutesADay / 4 : 2 * minutesADay
  return [{ camion, day, kilometraje: camion.kilometraje, repair }]
}

export type Visita = ReturnType<typeof sendToWorkshop>[number]

interface Trucks {
  camiones: Camion[]
  visitas: Visita[]
}

/** What was done at each visit, what is under way, planned or overdue, oldest first; the last was typed twice. */
export function makeMantenimientos(random: Random, { camiones, visitas }: Trucks, today: number) {
  const next = camiones
    .filter(({ id, gone, kilometraje }) => {
      const left = serviceEvery - (kilometraje % serviceEvery)
      return !gone && id !== inWorkshop && left < 3500
    })
    .map((camion, i) => isPlanned(random, camion, i < 2 ? today - 4 - i * 7 : today + random.between(1, 21)))
  const all = [
    ...visitas.filter(({ day }) => day < today).map((visita) => wasDone(random, visita)),
    ...camiones.filter(({ id }) => id === inWorkshop).map((camion) => isUnderWay(random, camion, today)),
    ...next,
  ].sort((a, b) => a.planned - b.planned || a.camion_id - b.camion_id)
  return [...all, ...all.slice(-1)]
}

/** Without what only a visit tells. */
const isPlanned = (random: Random, { id }: Camion, planned: number) => ({
  camion_id: id,
  tipo: 'Preventivo',
  descripcion: random.of(data.servicios).descripcion,
  planned,
  fecha_realizada: null as string | null,
  kilometraje: null as number | null,
  costo: null as number | null,
  taller: random.happens(0.6) ? random.of(data.talleres) : null,
  estado: 'Programado',
})

const isUnderWay = (random: Random, camion: Camion, today: number) => ({
  ...isPlanned(random, camion, today - 1),
  tipo: 'Correctivo',
  descripcion: 'Cambio de embrague; esperando repuesto de la agencia',
  kilometraje: camion.kilometraje,
  taller: 'Servicio Diésel del Sur',
  estado: 'En proceso',
})

function wasDone(random: Random, { camion, day, kilometraje, repair }: Visita) {
  const service =
    repair === undefined
      ? random.of(data.servicios)
      : { descripcion: repair, costo: random.between(2200, 9500) }
  const cancelled = repair === undefined && random.happens(0.03)
  return {
    ...isPlanned(random, camion, repair === undefined ? day - random.between(0, 3) : day),
    tipo: repair === undefined ? 'Preventivo' : 'Correctivo',
    descripcion: service.descripcion,
    fecha_realizada: cancelled ? null : fechaOf(day),
    kilometraje,
    costo: cancelled ? null : Math.round(service.costo * camion.taller * random.between(85, 125)) / 100,
    taller: random.of(data.talleres),
    estado: cancelled ? 'Cancelado' : 'Completado',
  }
}
