import type { Aviso } from '@flota/contract/avisos.ts'

/** One row of the dialog: a notice, or several clashes for the same resource. */
export interface AvisoLine {
  /** At least one, gravest first, then earliest. */
  avisos: readonly [Aviso, ...Aviso[]]
  /** Number of clashing trips; 0 for other notices. */
  viajes: number
}

/** Returns 'mismo camión' from 'RUTA-1 y RUTA-2: mismo camión'. */
export const sharedResource = ({ texto }: Aviso) => texto.slice(texto.lastIndexOf(': ') + 2)
/** Returns 'RUTA-1 y RUTA-2' from 'RUTA-1 y RUTA-2: mismo camión'. */
export const clashingTrips = ({ texto }: Aviso) => texto.slice(0, texto.lastIndexOf(': '))

/** Groups notices of one class: all pairs of trips that clash with each other become one row. */
export function toAvisoLines(avisos: readonly Aviso[]): AvisoLine[] {
  const sorted = avisos.toSorted((a, b) => Number(a.gravedad === 'info') - Number(b.gravedad === 'info'))
  const lines = new Map<string, [Aviso, ...Aviso[]]>()
  const groupOf = groupClashes(sorted)
  for (const aviso of sorted) {
    const group = groupOf(aviso)
    const line = lines.get(group)
    if (line) line.push(aviso)
    else lines.set(group, [aviso])
  }
  return [...lines.values()].map((line) => ({ avisos: line, viajes: new Set(line.flatMap(tripsOf)).size }))
}

/**
 * Returns the clash's two trips with the resource: a clash for a truck and one for a pilot are separate
 * groups.
 */
const tripsOf = (aviso: Aviso) =>
  aviso.clase === 'choque'
    ? aviso.id
        .split('-')
        .slice(1)
        .map((id) => `${id} ${sharedResource(aviso)}`)
    : []

/** Returns a function from a notice to its group (union-find): clashes share a group if they share trips. */
function groupClashes(avisos: readonly Aviso[]) {
  const leader = new Map<string, string>()
  const find = (trip: string): string => {
    const next = leader.get(trip)
    return next === undefined || next === trip ? trip : find(next)
  }
  for (const aviso of avisos) {
    const [one, other] = tripsOf(aviso)
    if (one && other) leader.set(find(other), find(one))
  }
  return (aviso: Aviso) => find(tripsOf(aviso)[0] ?? aviso.id)
}
