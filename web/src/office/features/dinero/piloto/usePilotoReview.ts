import { fullName } from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { useState } from 'react'
import { useEndpoint } from '../../../../api/cache/queries.ts'

/** Limit of the server. */
export const maxMovimientosPerLiquidacion = 500

const without = (ids: readonly number[], ...removed: number[]) => ids.filter((id) => !removed.includes(id))

const byDate = (a: Movimiento, b: Movimiento) => a.fecha.localeCompare(b.fecha) || a.id - b.id

/** Movements that the company paid are reviewed but not settled. */
export const entersLiquidacion = ({ tipo, paga }: Movimiento) => !(tipo === 'gasto' && paga === 'empresa')

const isReady = (row: Movimiento) => row.estado === 'aprobado' && entersLiquidacion(row)

function usePilotoQueries(id: number) {
  const of = { chofer_id: id, orden: 'antiguas' } as const
  const abiertos = useEndpoint('GET /api/movimientos', { query: { ...of, abiertos: 'si', viaje: 'si' } })
  const porRevisar = useEndpoint('GET /api/movimientos', {
    query: { ...of, estado: 'registrado', viaje: 'si' },
  })
  const ultimas = useEndpoint('GET /api/liquidaciones', {
    query: { chofer_id: id, estado: 'cerrada', porPagina: 1 },
  })
  const chofer = useEndpoint('GET /api/choferes/:id', { params: { id } })
  const [open, unseen] = [abiertos.data?.data, porRevisar.data?.data]
  const read = open &&
    unseen && [...open, ...unseen.filter((row) => !open.some((each) => each.id === row.id))]
  const ultima = ultimas.data && (ultimas.data.data[0] ?? null)
  return {
    chofer,
    ultima,
    read: ultima === undefined ? undefined : read,
    failed: [abiertos, porRevisar, ultimas].find(({ error }) => error),
  }
}

/** Returns the newest known version of a row, or the expected one while its approval is sent. */
function latestVersion(
  row: Movimiento,
  answered: readonly Movimiento[],
  approving: readonly number[],
): Movimiento {
  const answer = answered.findLast((each) => each.id === row.id && each.version > row.version)
  const saved = answer ? { ...answer, viaje: row.viaje } : row
  return approving.includes(row.id) && saved.estado === 'registrado'
    ? { ...saved, estado: 'aprobado' }
    : saved
}

/** A pilot's unreviewed and unsettled movements, the previous balance and the selection. */
export function usePilotoReview(id: number) {
  const { chofer, read, ultima = null, failed } = usePilotoQueries(id)
  const [answered, setAnswered] = useState<readonly Movimiento[]>([])
  const [unselected, setUnselected] = useState<readonly number[]>([])
  /** Ids of movements whose approval is being sent: they count as approved. */
  const [approving, setApproving] = useState<readonly number[]>([])

  const rows = read?.map((row) => latestVersion(row, answered, approving)).sort(byDate)
  const ready = rows?.filter(isReady) ?? []
  const tickable = ready.slice(0, maxMovimientosPerLiquidacion)
  const named = chofer.data?.data
  return {
    /** A pilot in the bin has no name but in the money records. */
    nombre: named ? fullName(named.nombre, named.apellido) : (rows?.[0]?.piloto ?? ultima?.piloto ?? ''),
    /** Neither the pilot nor money of that id exists. */
    unknown: chofer.error?.status === 404 && rows?.length === 0 && ultima === null ? chofer : null,
    rows,
    ultima,
    failed,
    chosen: tickable.filter((row) => !unselected.includes(row.id)),
    /** The oldest movements, limited to one settlement. */
    tickable,
    /** More movements are ready than one settlement takes. */
    hasMore: ready.length > maxMovimientosPerLiquidacion,
    tick: (some: readonly Movimiento[], on: boolean) => {
      const ids = some.map((row) => row.id)
      setUnselected((before) => [...without(before, ...ids), ...(on ? [] : ids)])
    },
    approving: (row: Movimiento, on: boolean) =>
      setApproving((before) => [...without(before, row.id), ...(on ? [row.id] : [])]),
    /** Shows the server's answer before the lists are refreshed. */
    put: (row: Movimiento) => setAnswered((before) => [...before, row]),
  }
}

export type PilotoReview = ReturnType<typeof usePilotoReview>
