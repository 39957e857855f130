import data from './data/lugares.json' with { type: 'json' }

interface Lugar {
  nombre: string
  via: string
  /** The next place towards the capital, and the kilometres to it. */
  desde?: string
  km: number
}

/** A tree whose root is the capital. */
const lugares = new Map<string, Lugar>(
  [{ nombre: 'Guatemala', via: 'la ciudad', km: 0 }, ...data.caminos].map((lugar) => [lugar.nombre, lugar]),
)

/** The place itself first, the capital last. @throws when the map does not have it: a mistake of ours */
const pathToCapital = (nombre: string): Lugar[] => {
  const lugar = lugares.get(nombre)
  if (!lugar) throw new Error(`there is no ${nombre} on the map`)
  return lugar.desde === undefined ? [lugar] : [lugar, ...pathToCapital(lugar.desde)]
}

const pathKm = (way: Lugar[]) => way.reduce((sum, { km }) => sum + km, 0)

/** Kilometres by road; within one town a short drive. */
export function distance(origen: string, destino: string): number {
  if (origen === destino) return 6
  const back = new Set(pathToCapital(destino))
  const shared = pathToCapital(origen).filter((lugar) => back.has(lugar))
  return pathKm(pathToCapital(origen)) + pathKm([...back]) - 2 * pathKm(shared)
}

/** The last road to a place and the two milestones it runs between, counted from the capital. */
export const lastRoad = (nombre: string) => {
  const [{ via, km } = { via: '', km: 0 }, ...before] = pathToCapital(nombre)
  return { via, from: pathKm(before), to: pathKm(before) + km }
}

const groups = new Map(Object.entries<string[]>(data.grupos))

/** The places that these names stand for: `zonas`, `cercanos`, `cabeceras` for many, any other for itself. */
export const lugaresOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => groups.get(name) ?? [name])
