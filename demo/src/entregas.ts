import { fechaOf } from './calendar.ts'
import { type DemoContext, minuteAt, type Row, rowMeta } from './rows.ts'
import { chiefId } from './usuarios.ts'
import type { DemoTrip } from './viajes.ts'

/** So many days back the office has kept the times of its trips, and so long two clients ask for photo and signature. */
const tiemposAgeDays = 120
const reglasAgeDays = 14

const receivers = ['Ana López', 'Mynor Chub', 'Óscar Ñáñez', 'Lesly Caal', 'Rudy Ajú', 'Karla Mazariegos']

/** The clients who order most: what each asks of a delivery, and when a wait is charged. */
const rules = [
  {
    exige: true,
    instrucciones: 'Entrar por el portón 2 y anunciarse en garita.',
    libres: 2,
    tarifa: 150,
    unidad: 'hora',
  },
  {
    exige: true,
    instrucciones: 'El sello de bodega va en el envío.',
    libres: 3,
    tarifa: 125,
    unidad: 'hora',
  },
  { exige: false, instrucciones: null, libres: 24, tarifa: 900, unidad: 'dia' },
  { exige: false, instrucciones: null, libres: 1.5, tarifa: null, unidad: 'hora' },
] as const

const topClientes = ({ demo }: DemoContext) =>
  demo.clientes
    .filter(({ gone }) => !gone)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, rules.length)

export const reglaRows = (context: DemoContext): Row[] =>
  topClientes(context).flatMap(({ id: cliente_id }, nth) => {
    const rule = rules[nth]
    if (!rule) return []
    const { exige, instrucciones, libres: horas_libres, tarifa: tarifa_demora, unidad } = rule
    const desde = exige ? fechaOf(context.demo.today - reglasAgeDays) : null
    const asked = { exige_foto: exige, exige_firma: exige, foto_desde: desde, firma_desde: desde }
    const changed = rowMeta(context.clock, minuteAt(context.demo.today - reglasAgeDays, 600))
    return [{ cliente_id, ...asked, instrucciones, horas_libres, tarifa_demora, unidad, ...changed }]
  })

export interface Trip {
  id: number
  viaje: DemoTrip
}

export const isDelivered = ({ demo }: DemoContext, { id, viaje: { arrived, incidente } }: Trip) =>
  arrived < demo.moment && !demo.deleted.has(id - 1) && (!incidente || incidente.goesOn !== null)

export const tripsOf = ({ demo }: DemoContext): Trip[] =>
  demo.viajes.map((viaje, i) => ({ id: i + 1, viaje }))

/** The deliveries of whom photo and signature are asked; `lacks` is what the newest two are without. */
export function tripsWithEvidence(context: DemoContext): (Trip & { lacks?: 'firma' | 'ambas' })[] {
  const strict = new Set(topClientes(context).flatMap(({ id }, nth) => (rules[nth]?.exige ? [id] : [])))
  const proven = tripsOf(context).filter(
    (trip) =>
      isDelivered(context, trip) &&
      trip.viaje.day >= context.demo.today - reglasAgeDays &&
      strict.has(trip.viaje.cliente.id),
  )
  const [last, before] = [proven.at(-1)?.id, proven.at(-2)?.id]
  return proven.map((trip) => ({
    ...trip,
    ...(trip.id === last && { lacks: 'firma' as const }),
    ...(trip.id === before && { lacks: 'ambas' as const }),
  }))
}

const isPortName = (place: string) => /^(Puerto|Santo Tomás)/.test(place)

/** When each truck came and went, in the last months; and who took the cargo. */
export function entregaRows(context: DemoContext): { tiempos: Row[]; entregas: Row[] } {
  const { demo, clock, pilotIds } = context
  const random = demo.random('entregas')
  // One of two that lack something says why.
  const tripsWithoutEvidence = new Set(
    tripsWithEvidence(context).flatMap(({ id, lacks }) => (lacks === 'ambas' ? [id] : [])),
  )
  const tiempos: Row[] = []
  const entregas: Row[] = []
  for (const trip of tripsOf(context)) {
    const { id: ruta_id, viaje } = trip
    const { left, arrived, incidente, origen, destino, day } = viaje
    if (day < demo.today - tiemposAgeDays || left > demo.moment) continue
    const loading = isPortName(origen) ? random.between(90, 380) : random.between(20, 70)
    const unloading = isPortName(destino) ? random.between(90, 400) : random.between(15, 95)
    const last = incidente ? incidente.minute + incidente.delay : left
    const unloadingStart = Math.max(arrived - unloading, last + (arrived - last) / 3)
    const loaded = { ruta_id, llegada_carga: clock(left - loading), salida_carga: clock(left) }
    const isDone = isDelivered(context, trip)
    const unloaded = isDone && { llegada_descarga: clock(unloadingStart), salida_descarga: clock(arrived) }
    tiempos.push({
      ...loaded,
      ...unloaded,
      ...rowMeta(clock, left, undefined, isDone ? [unloadingStart, arrived] : []),
    })
    if (!isDone || day < demo.today - 30) continue
    const entrega = {
      ruta_id,
      recibio: random.of(receivers),
      documento: random.happens(0.4) ? `Envío ${random.between(10_000, 99_999)}` : null,
      sin_evidencia_motivo: tripsWithoutEvidence.has(ruta_id) ? 'El teléfono se quedó sin batería' : null,
      usuario_id: pilotIds.get(viaje.chofer.id) ?? chiefId,
    }
    entregas.push({ ...entrega, ...rowMeta(clock, arrived) })
  }
  return { tiempos, entregas }
}
