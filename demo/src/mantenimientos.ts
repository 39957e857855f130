import type { mantenimientoEstados, mantenimientoTipos } from '@flota/contract/estados.ts'
import { type Camion, inWorkshop } from './camiones.ts'
import type { Random } from './random.ts'
import type { Company } from './rutas.ts'
import { serviceEvery, type Visita } from './taller.ts'

export interface Mantenimiento {
  camion: Camion
  tipo: (typeof mantenimientoTipos)[number]
  descripcion: string
  planned: number
  done: number | null
  kilometraje: number | null
  costo: number | null
  taller: string | null
  estado: (typeof mantenimientoEstados)[number]
}

const services: [string, number][] = [
  ['Cambio de aceite y filtros', 1850],
  ['Servicio mayor: aceite, filtros, fajas y engrase', 3900],
  ['Alineación, balanceo y rotación de llantas', 1200],
  ['Revisión de frenos y suspensión', 1600],
]
const talleres = [
  'Taller El Ángel',
  'Servicio Diésel del Sur',
  'Frenos y Suspensiones La 27',
  'Llantas y Alineación Roosevelt',
  'Taller propio',
]

/** What was done at each visit, what is under way, planned or overdue, oldest first; the last was typed twice. */
export function makeMantenimientos(random: Random, { camiones, visitas }: Company, today: number) {
  const past = visitas.filter(({ day }) => day < today).map((visita) => wasDone(random, visita))
  const sold = camiones.at(-1)
  const next = camiones
    .filter((camion) => camion !== sold && camion.id !== inWorkshop)
    .filter(({ kilometraje }) => serviceEvery - (kilometraje % serviceEvery) < 3500)
    .map((camion, i) => isPlanned(random, camion, i < 2 ? today - 4 - i * 7 : today + random.between(1, 21)))
  const broken = camiones.filter(({ id }) => id === inWorkshop).map((camion) => isUnderWay(camion, today))
  const all = [...past, ...broken, ...next].sort((a, b) => a.planned - b.planned || a.camion.id - b.camion.id)
  return [...all, ...all.slice(-1)]
}

const scaled = (random: Random, { tipo }: Camion, quetzales: number) =>
  Math.round(
    quetzales * (tipo === 'Cabezal' ? 1.6 : tipo === 'Panel' ? 0.6 : 1) * (85 + random.between(0, 40)),
  ) / 100

function wasDone(random: Random, { camion, day, kilometraje, repair }: Visita): Mantenimiento {
  const [service, quetzales] = random.of(services)
  const cancelled = repair === undefined && random.happens(0.03)
  return {
    camion,
    tipo: repair === undefined ? 'Preventivo' : 'Correctivo',
    descripcion: repair ?? service,
    planned: repair === undefined ? day - random.between(0, 3) : day,
    done: cancelled ? null : day,
    kilometraje,
    costo: cancelled
      ? null
      : scaled(random, camion, repair === undefined ? quetzales : random.between(2200, 9500)),
    taller: random.of(talleres),
    estado: cancelled ? 'Cancelado' : 'Completado',
  }
}

const isPlanned = (random: Random, camion: Camion, planned: number): Mantenimiento => ({
  camion,
  tipo: 'Preventivo',
  descripcion: random.of(services)[0],
  planned,
  done: null,
  kilometraje: null,
  costo: null,
  taller: random.happens(0.6) ? random.of(talleres) : null,
  estado: 'Programado',
})

const isUnderWay = (camion: Camion, today: number): Mantenimiento => ({
  camion,
  tipo: 'Correctivo',
  descripcion: 'Cambio de embrague; esperando repuesto de la agencia',
  planned: today - 1,
  done: null,
  kilometraje: camion.kilometraje,
  costo: null,
  taller: 'Servicio Diésel del Sur',
  estado: 'En proceso',
})
