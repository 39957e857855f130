import { searchText } from '@flota/server/platform/db/search.ts'
import { displayName } from './availability.ts'
import { dayOfMinute, fechaOf, horaOf, minutesADay } from './calendar.ts'
import { typingTimes } from './clock.ts'
import texts from './data/viajes.json' with { type: 'json' }
import type { Random } from './random.ts'
import { type DemoContext, noRutaOf, type Row, rowMeta } from './rows.ts'
import { clerkIds } from './usuarios.ts'
import type { DemoTrip } from './viajes.ts'

/** The routes, their histories and what stopped them, in parts that a statement can take. */
export function* generateRutaRows(context: DemoContext, length = 5000) {
  const { demo, pilotIds } = context
  const random = demo.random('historial')
  const times = typingTimes(demo)
  let steps = 0
  for (let from = 0; from < demo.viajes.length; from += length) {
    const part = { rutas: [] as Row[], rutas_historial: [] as Row[], incidentes: [] as Row[] }
    for (const [i, viaje] of demo.viajes.slice(from, from + length).entries()) {
      const id = from + i + 1
      const pilot = pilotIds.get(viaje.chofer.id)
      const changes = makeChanges(random, viaje, times[id - 1] ?? 0, random.of(clerkIds), pilot)
      const past = changes.filter(({ minute }, nth) => nth === 0 || minute <= demo.moment)
      part.rutas.push(rutaRow(context, random, id, viaje, past))
      for (const { minute, ...change } of past)
        part.rutas_historial.push({ id: ++steps, ruta_id: id, fecha: context.clock(minute), ...change })
      part.incidentes.push(...incidenteRows(context, id, viaje, past))
    }
    yield part
  }
}

type Change = ReturnType<typeof makeChanges>[number]

/** All changes of a route, in order: its pilot with a telephone makes them, else the clerk whom the others call. */
function makeChanges(random: Random, viaje: DemoTrip, created: number, clerk: number, pilot?: number) {
  const { left, arrived, incidente } = viaje
  const sometimes = (list: string[]) => (random.happens(0.12) ? random.of(list) : null)
  const steps: [minute: number, estado: string, said: string | null][] = [
    [created, 'Pendiente', null],
    [left, 'En curso', sometimes(texts.saliendo)],
  ]
  if (incidente) steps.push([incidente.minute, 'Incidente', incidente.comentario])
  if (incidente?.goesOn) steps.push([incidente.minute + incidente.delay, 'En curso', incidente.goesOn])
  if (!incidente || incidente.goesOn) steps.push([arrived, 'Entregado', sometimes(texts.llegando)])
  return steps.map(([minute, estado_nuevo, said], i) => ({
    minute: minute - random.next() * 0.9,
    estado_anterior: steps[i - 1]?.[1] ?? null,
    estado_nuevo,
    // Only the pilot's call carries a comment (docs/contract/trips.md).
    comentario: pilot === undefined ? null : said,
    usuario_id: i === 0 ? clerk : (pilot ?? clerk),
  }))
}

/** What stopped it; where it did not go on, the office says two days later when that was over. */
function incidenteRows(
  { demo, clock }: DemoContext,
  ruta_id: number,
  { incidente }: DemoTrip,
  changes: Change[],
): Row[] {
  const nth = changes.findIndex(({ estado_nuevo }) => estado_nuevo === 'Incidente')
  const [report, next] = changes.slice(nth)
  if (!incidente || !report || nth < 0) return []
  const written = report.minute + 2 * minutesADay
  const closed = next?.minute ?? (written < demo.moment ? written : undefined)
  const hasta = closed === undefined ? null : clock(next?.minute ?? report.minute + incidente.delay)
  const { causa, lugar } = incidente
  const { comentario: nota, usuario_id } = report
  const stretch = { causa, lugar, desde: clock(report.minute), hasta, nota, por_estado: next ? 2 : 1 }
  return [
    {
      ruta_id,
      usuario_id,
      ...stretch,
      ...rowMeta(clock, report.minute, undefined, closed === undefined ? [] : [closed]),
    },
  ]
}

/** What the office wrote on the route itself: most often nothing, and an incident that the pilot told by telephone. */
function aComentario(random: Random, { incidente }: DemoTrip, changes: Change[]): string | null {
  const isReported = changes.some(
    ({ estado_nuevo, comentario }) => estado_nuevo === 'Incidente' && !comentario,
  )
  if (incidente && isReported) return incidente.comentario
  return random.happens(0.3) ? random.of(texts.instrucciones) : null
}

function rutaRow(
  { demo, clock }: DemoContext,
  random: Random,
  id: number,
  viaje: DemoTrip,
  changes: Change[],
): Row {
  const { cliente, camion, chofer, ayudante, servicio, ...values } = viaje
  const no_ruta = noRutaOf(id)
  const [created = 0, ...changed] = changes.map(({ minute }) => minute)
  // The morning after.
  const deletedMinute = (dayOfMinute(viaje.arrived) + 1) * minutesADay + 600 + (id % 240)
  return {
    ...values,
    id,
    no_ruta,
    correlativo: id,
    cliente_id: cliente.id,
    servicio: servicio.servicio,
    camion_id: camion.id,
    chofer_id: chofer.id,
    ayudante_id: ayudante?.id ?? null,
    fecha: fechaOf(viaje.day),
    hora: horaOf(viaje.eta),
    comentario: aComentario(random, viaje, changes),
    estado: changes.at(-1)?.estado_nuevo,
    busqueda: searchText([no_ruta, displayName(cliente), servicio.servicio, displayName(chofer)]),
    ...rowMeta(clock, created, demo.deleted.has(id - 1) ? deletedMinute : undefined, changed),
  }
}
