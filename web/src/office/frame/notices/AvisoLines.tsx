import { can } from '@flota/contract/core/access.ts'
import { formatFecha, formatInteger } from '@flota/contract/core/format.ts'
import { tripNameLines } from '@flota/contract/core/tripNameText.ts'
import { avisoClases, avisoLimits, parseAvisoId } from '@flota/contract/system/avisoClases.ts'
import type { Aviso } from '@flota/contract/system/avisos.ts'
import { Clock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import type { Session } from '../../../api/session.ts'
import { Button } from '../../../ui/Button.tsx'

const maxLinesPerClass = 5

interface Props {
  session: Session
  title: string
  count: string
  /** At least one, as many as the server lists. */
  avisos: readonly Aviso[]
  showsAll: boolean
  onShowAll: () => void
  onSnooze: (aviso: Aviso) => void
  onFollow: () => void
}

export function AvisoLines(props: Props) {
  const { session, title, count, avisos, showsAll, onShowAll, onSnooze, onFollow } = props
  const id = useId()
  const lines = toAvisoLines(avisos)
  const isGrave = lines[0]?.avisos[0].gravedad === 'aviso'
  const Icon = isGrave ? TriangleAlert : Clock
  const one = (aviso: Aviso) => (
    <AvisoEntry
      key={aviso.id}
      aviso={aviso}
      href={aviso.href}
      onFollow={onFollow}
      text={aviso.texto}
      below={tripNameLines(aviso.viajes)}
    >
      {can(session, avisoClases[aviso.clase].postponeAccess) && (
        <Button
          look="quiet"
          className="px-3! text-muted"
          aria-label={`Posponer: ${aviso.texto}`}
          onClick={() => onSnooze(aviso)}
        >
          Posponer
        </Button>
      )}
    </AvisoEntry>
  )
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="flex items-center gap-2 font-semibold">
        <Icon
          aria-hidden="true"
          className={`size-4.5 shrink-0 ${isGrave ? 'text-incidente' : 'text-pendiente'}`}
        />
        {title}
        <span className="font-normal text-muted">{count}</span>
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {(showsAll ? lines : lines.slice(0, maxLinesPerClass)).map((line) =>
          line.avisos.length > 1 ? (
            // A key by trip, not by notice: the group survives when its first clash is snoozed.
            <ClashGroup
              key={`${line.avisos[0].entidad_id} ${sharedResource(line.avisos[0])}`}
              line={line}
              onFollow={onFollow}
              one={one}
            />
          ) : (
            one(line.avisos[0])
          ),
        )}
      </ul>
      {!showsAll && (lines.length > maxLinesPerClass || avisos.length === avisoLimits.maxListed) && (
        <Button look="quiet" className="-ml-3 px-3! text-link" onClick={onShowAll}>
          {`Ver más ${title.toLowerCase()}`}
        </Button>
      )}
    </section>
  )
}

interface AvisoEntryProps {
  aviso: Aviso
  text: string
  href: string | null
  onFollow: () => void
  below: readonly string[]
  children?: ReactNode
}

function AvisoEntry({ aviso, text, href, onFollow, below, children }: AvisoEntryProps) {
  /** The line below says it already. */
  const isTripDay = aviso.viajes?.length === 1 && aviso.viajes[0]?.fecha === aviso.fecha
  const content = (
    <>
      {text}
      {aviso.fecha && !isTripDay && (
        <span className="text-sm whitespace-nowrap text-muted">{` ${formatFecha(aviso.fecha)}`}</span>
      )}
    </>
  )
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3">
      <span className="min-w-0 flex-1 py-1 wrap-anywhere">
        {href ? (
          <Link href={href} onClick={onFollow} className="text-link hover:underline max-md:block max-md:py-2">
            {content}
          </Link>
        ) : (
          content
        )}
        {below.map((line) => (
          <span key={line} className="block text-sm text-muted">
            {line}
          </span>
        ))}
      </span>
      {children}
    </li>
  )
}

interface ClashGroupProps {
  line: AvisoLine
  one: (aviso: Aviso) => ReactNode
  onFollow: () => void
}

/** Groups trips that need the same resource; expands to the single clashes. */
function ClashGroup({ line: { avisos, viajes }, one, onFollow }: ClashGroupProps) {
  const [open, setOpen] = useState(false)
  const [first] = avisos
  const days = avisos.map((aviso) => aviso.fecha ?? '').toSorted()
  return (
    <>
      <AvisoEntry
        aviso={first}
        href={`/tablero?fecha=${days[0]}`}
        onFollow={onFollow}
        text={`${formatInteger(viajes)} viajes a la vez: ${sharedResource(first)}`}
        below={[`${clashingTrips(first)}, y ${formatInteger(viajes - 2)} más`]}
      >
        <Button look="quiet" className="px-3! text-muted" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar' : 'Ver'} los {formatInteger(avisos.length)} traslapes
        </Button>
      </AvisoEntry>
      {open && avisos.map(one)}
    </>
  )
}

/** One row of the dialog: a notice, or several clashes for the same resource. */
interface AvisoLine {
  /** At least one, gravest first, then earliest. */
  avisos: readonly [Aviso, ...Aviso[]]
  /** Number of clashing trips; 0 for other notices. */
  viajes: number
}

/** Returns 'C-494CFH' from 'C-494CFH: RUTA-1 (06:00) y RUTA-2 (07:30)'. */
const sharedResource = ({ texto }: Aviso) => texto.slice(0, texto.indexOf(': '))
/** Returns 'RUTA-1 (06:00) y RUTA-2 (07:30)' from the same text. */
const clashingTrips = ({ texto }: Aviso) => texto.slice(texto.indexOf(': ') + 2)

/** Groups notices of one class: all pairs of trips that clash with each other become one row. */
function toAvisoLines(avisos: readonly Aviso[]): AvisoLine[] {
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

/** Returns the clash's two trips, each with the resource: trucks and pilots clash in separate groups. */
const tripsOf = (aviso: Aviso) =>
  aviso.clase === 'choque'
    ? (parseAvisoId(aviso.id)?.ids ?? []).map((id) => `${id} ${sharedResource(aviso)}`)
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
