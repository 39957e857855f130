import { searchText } from '@flota/server/db/search.ts'
import { dayOfMinute, fechaOf, horaOf, minutesADay } from './calendar.ts'
import { typingTimes } from './clock.ts'
import { aComentario, type Change, makeChanges } from './historial.ts'
import type { Nombre } from './nombres.ts'
import { createRandom, type Random } from './random.ts'
import type { Viaje } from './rutas.ts'
import type { Clock, Row, Shown } from './tables.ts'
import { chief, clerks } from './usuarios.ts'

export interface Part {
  rutas: Row[]
  historial: Row[]
}

/** The routes and their histories, in parts that a statement can take. */
export function* rutaParts(shown: Shown, length = 5000): Generator<Part> {
  const { demo, usuarios, clock, seed } = shown
  const random = createRandom(seed, 'historial')
  const times = typingTimes(random, demo)
  const pilots = new Map(usuarios.flatMap(({ id, chofer }) => (chofer ? [[chofer.id, id]] : [])))
  let historialId = 0
  for (let from = 0; from < demo.viajes.length; from += length) {
    const part: Part = { rutas: [], historial: [] }
    for (const [i, viaje] of demo.viajes.slice(from, from + length).entries()) {
      const id = from + i + 1
      const hands = { clerk: random.of(clerks), pilot: pilots.get(viaje.chofer.id) }
      const changes = makeChanges(random, viaje, times[id - 1] ?? 0, hands, demo.moment)
      part.rutas.push(rutaRow(shown, random, id, viaje, changes))
      for (const row of historialRows(id, changes, clock)) part.historial.push({ id: ++historialId, ...row })
    }
    yield part
  }
}

function rutaRow({ demo, clock }: Shown, random: Random, id: number, viaje: Viaje, changes: Change[]): Row {
  const { cliente, chofer, servicio, eta } = viaje
  const no_ruta = `RUTA-${String(id).padStart(3, '0')}`
  return {
    id,
    no_ruta,
    numero: id,
    cliente_id: cliente.id,
    servicio: servicio.servicio,
    mercaderia: viaje.mercaderia,
    camion_id: viaje.camion.id,
    combustible: viaje.combustible,
    origen: viaje.origen,
    destino: viaje.destino,
    chofer_id: chofer.id,
    ayudante_id: viaje.ayudante?.id ?? null,
    fecha: fechaOf(viaje.day),
    hora: horaOf(eta),
    precio: viaje.precio,
    comentario: aComentario(random, viaje, changes),
    estado: changes.at(-1)?.estado ?? 'Pendiente',
    busqueda: searchText([no_ruta, nameOf(cliente), servicio.servicio, nameOf(chofer)]),
    ...meta(clock, changes, demo.deleted.has(id - 1) ? deletion(id, viaje) : null),
  }
}

const nameOf = ({ nombre, apellido }: Nombre) => `${nombre} ${apellido}`

/** The morning after. */
const deletion = (id: number, { arrived }: Viaje) =>
  (dayOfMinute(arrived) + 1) * minutesADay + 600 + (id % 240)

/** Every change is a version, and so is the way into the bin. */
const meta = (clock: Clock, changes: Change[], deleted: number | null): Row => ({
  version: changes.length + (deleted === null ? 0 : 1),
  creado_en: clock(changes[0]?.minute ?? 0),
  actualizado_en: clock(deleted ?? changes.at(-1)?.minute ?? 0),
  eliminado_en: deleted === null ? null : clock(deleted),
  eliminado_por: deleted === null ? null : chief,
})

const historialRows = (ruta_id: number, changes: Change[], clock: Clock): Row[] =>
  changes.map(({ minute, estado, comentario, usuario }, i) => ({
    ruta_id,
    estado_anterior: changes[i - 1]?.estado ?? null,
    estado_nuevo: estado,
    comentario,
    usuario_id: usuario,
    fecha: clock(minute),
  }))
