import { dayOfMinute, fechaOf } from './calendar.ts'
import { serviceIntervalKm } from './mantenimientos.ts'
import { type DemoContext, minuteAt, type Row, rowMeta } from './rows.ts'

/** Every truck has the first; some have the others too: one of them is overdue, one is due soon. */
const kinds = [
  { nombre: 'Servicio de 10,000 km', cada_km: serviceIntervalKm, cada_dias: null, since: 400 },
  { nombre: 'Engrase general', cada_km: null, cada_dias: 45, since: 57 },
  { nombre: 'Revisión de frenos', cada_km: null, cada_dias: 90, since: 82 },
  { nombre: 'Cambio de batería', cada_km: null, cada_dias: 730, since: 300 },
] as const

/** A plan's truck by the plan's place in the list, after the service of every truck. */
const others = [
  { kind: kinds[1], nth: 1 },
  { kind: kinds[2], nth: 2 },
  { kind: kinds[3], nth: 4 },
]

function planRows({ demo, clock }: DemoContext): Row[] {
  const trucks = demo.camiones.filter(({ gone }) => !gone)
  const all = [
    ...trucks.map((camion) => ({ camion, kind: kinds[0] })),
    ...others.flatMap(({ kind, nth }) => {
      const camion = trucks[nth]
      return camion ? [{ camion, kind }] : []
    }),
    ...trucks.slice(0, 1).map((camion) => ({ camion, kind: kinds[2], deleted: true })),
  ]
  return all.map(({ camion, kind: { since, ...plan }, ...rest }, i) => {
    const created = minuteAt(demo.today - 150, 600 + i)
    return {
      id: i + 1,
      camion_id: camion.id,
      ...plan,
      desde_fecha: fechaOf(demo.today - since),
      ...rowMeta(clock, created, 'deleted' in rest ? minuteAt(demo.today - 2, 630) : undefined),
    }
  })
}

const tankGallons: Record<string, number> = { Cabezal: 250, Panel: 60 }

/** The tank of each truck. */
const fichaRows = ({ demo, clock }: DemoContext): Row[] =>
  demo.camiones
    .filter(({ gone }) => !gone)
    .map(({ id: camion_id, tipo }) => ({
      camion_id,
      tanque_gal: tankGallons[tipo] ?? 160,
      ...rowMeta(clock, minuteAt(demo.today - 150, 540)),
    }))

/** Readings that the office took in the yard; a mistyped one is in the bin. */
const lecturaRows = ({ demo, clock }: DemoContext): Row[] => {
  const day = demo.today - 184
  const read = demo.camiones.slice(0, 3).flatMap(({ id: camion_id }) => {
    const next = demo.viajes.find(({ camion, left }) => camion.id === camion_id && dayOfMinute(left) > day)
    if (!next) return []
    const meta = rowMeta(clock, minuteAt(day, 1020))
    return [{ camion_id, fecha: fechaOf(day), km: next.odometro, nota: 'Leído en el patio', ...meta }]
  })
  const meta = rowMeta(clock, minuteAt(demo.today - 3, 600), minuteAt(demo.today - 2, 615))
  return [...read, { camion_id: 1, fecha: fechaOf(demo.today - 4), km: 4_182_300, ...meta }]
}

/** Tanks, plans and readings of the trucks. */
export const flotaRows = (context: DemoContext) => ({
  camiones_ficha: fichaRows(context),
  planes: planRows(context),
  lecturas: lecturaRows(context),
})
