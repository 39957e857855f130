import { byBegin, type MiRuta } from '../misRutas.ts'

interface KnownRutas {
  /** Open trips and those of the last days. */
  recent: readonly MiRuta[]
  /** The latest up to tomorrow. */
  latest: readonly MiRuta[]
  /** Trip of a draft. */
  chosenId: string | undefined
}

/** Returns the trips that an expense offers, the newest first, and the proposed one among them. */
export function gastoRutas({ recent, latest, chosenId }: KnownRutas) {
  const known = [...latest, ...recent.filter(({ id }) => !latest.some((each) => each.id === id))].sort(
    byBegin,
  )
  const preset =
    recent.toSorted(byBegin).findLast(({ estado }) => estado === 'En curso' || estado === 'Incidente') ??
    known.findLast(({ estado }) => estado === 'Entregado')
  const isOffered = (ruta: MiRuta) =>
    ruta.id === preset?.id || String(ruta.id) === chosenId || latest.some(({ id }) => id === ruta.id)
  return { rutas: known.filter(isOffered).toReversed(), preset }
}
