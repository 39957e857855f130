import type { Aviso } from '@flota/contract/avisos.ts'

/** One line of the list: a notice, or the clashes of several trips that want the same at once. */
export interface AvisoLine {
  /** At least one, the gravest and then the earliest first. */
  avisos: readonly [Aviso, ...Aviso[]]
  /** How many trips clash with each other; 0 of what is no clash. */
  viajes: number
}

/** What both trips want: 'RUTA-1 y RUTA-2: mismo camión' → 'mismo camión'. */
export const sharedResource = ({ texto }: Aviso) => texto.slice(texto.lastIndexOf(': ') + 2)
/** Both trips: 'RUTA-1 y RUTA-2: mismo camión' → 'RUTA-1 y RUTA-2'. */
export const clashingTrips = ({ texto }: Aviso) => texto.slice(0, texto.lastIndexOf(': '))

/** Notices of one class as lines: who clashes with whom is one line, however many pairs that makes. */
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

/** The two trips of a clash by what they want: `rutas-9-10` of one truck and of one pilot are two things. */
const tripsOf = (aviso: Aviso) =>
  aviso.clase === 'choque'
    ? aviso.id
        .split('-')
        .slice(1)
        .map((id) => `${id} ${sharedResource(aviso)}`)
    : []

/** Tells the group of a clash, which trips in common make; of any other notice itself. */
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
