import { type Codigo, occupiedCodigos } from '@flota/contract/records/codigos.ts'
import type { CurrentTime } from '@flota/contract/trips/retraso.ts'
import type { Tablero, ViajeDelTablero } from '@flota/contract/trips/tablero.ts'

type BoardTrip = ViajeDelTablero & { camion_id: number }

const resourceOf = {
  CAMION_OCUPADO: 'camion_id',
  PILOTO_OCUPADO: 'chofer_id',
  AYUDANTE_OCUPADO: 'ayudante_id',
} as const satisfies Partial<Record<Codigo, keyof BoardTrip>>

const dayMs = 86_400_000

/** Returns until when the trip occupies its truck, pilot and helper, in ms: the rule of `ocupa_hasta` in the database. */
function occupiedUntil({ estado, hasta, incidente }: BoardTrip, nowMs: number) {
  const atLeast = incidente ? nowMs + dayMs : estado === 'En curso' ? nowMs : 0
  return Math.max(Date.parse(hasta), atLeast)
}

/** Returns the pairs of trips on the board that need the same truck, pilot or helper at the same time, as ids of notices. */
export function overlapsOf({ camiones }: Tablero, ahora: CurrentTime): Set<string> {
  const trips = camiones
    .flatMap(({ id, rutas }) => rutas.map((ruta) => ({ ...ruta, camion_id: id })))
    .filter(({ avisos }) => avisos.length > 0)
    .map((ruta) => ({ ruta, from: Date.parse(ruta.desde), until: occupiedUntil(ruta, ahora.ms) }))
  const pairs = new Set<string>()
  for (const codigo of occupiedCodigos) {
    const sharing = trips.filter(({ ruta }) => ruta.avisos.includes(codigo))
    for (const group of Map.groupBy(sharing, ({ ruta }) => ruta[resourceOf[codigo]]).values())
      for (const [index, a] of group.entries())
        for (const b of group.slice(index + 1))
          if (a.from < b.until && b.from < a.until)
            pairs.add(`rutas-${Math.min(a.ruta.id, b.ruta.id)}-${Math.max(a.ruta.id, b.ruta.id)}`)
  }
  return pairs
}
