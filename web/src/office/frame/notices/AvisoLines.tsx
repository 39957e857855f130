import { can } from '@flota/contract/access.ts'
import { avisoClases, mostAvisos } from '@flota/contract/avisoClases.ts'
import type { Aviso } from '@flota/contract/avisos.ts'
import { entero, fecha } from '@flota/contract/format.ts'
import { Clock, TriangleAlert } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import type { Session } from '../../../api/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { type AvisoLine, linesOf, pairOf, wantedOf } from './avisoLines.ts'

const fewLines = 5

interface Props {
  session: Session
  title: string
  /** How many there are, in words. */
  count: string
  /** One class's, as many as were listed; at least one. */
  avisos: readonly Aviso[]
  /** All of them and not only the first. */
  whole: boolean
  onWhole: () => void
  onPutOff: (aviso: Aviso) => void
  onFollow: () => void
}

/** The notices of one class. */
export function AvisoLines({ session, title, count, avisos, whole, onWhole, onPutOff, onFollow }: Props) {
  const id = useId()
  const lines = linesOf(avisos)
  const isGrave = lines[0]?.avisos[0].gravedad === 'aviso'
  const Icon = isGrave ? TriangleAlert : Clock
  const one = (aviso: Aviso) => (
    <Entry key={aviso.id} aviso={aviso} href={aviso.href} onFollow={onFollow} text={aviso.texto}>
      {can(session, avisoClases[aviso.clase].posponer) && (
        <Button
          look="quiet"
          className="px-3! text-muted"
          aria-label={`Posponer: ${aviso.texto}`}
          onClick={() => onPutOff(aviso)}
        >
          Posponer
        </Button>
      )}
    </Entry>
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
        {(whole ? lines : lines.slice(0, fewLines)).map((line) =>
          line.avisos.length > 1 ? (
            // The first clash may be put off, and its trip stays the first.
            <Together
              key={`${line.avisos[0].entidad_id} ${wantedOf(line.avisos[0])}`}
              line={line}
              onFollow={onFollow}
              one={one}
            />
          ) : (
            one(line.avisos[0])
          ),
        )}
      </ul>
      {!whole && (lines.length > fewLines || avisos.length === mostAvisos.listed) && (
        <Button look="quiet" className="-ml-3 px-3! text-link" onClick={onWhole}>
          {`Ver más ${title.toLowerCase()}`}
        </Button>
      )}
    </section>
  )
}

interface EntryProps {
  aviso: Aviso
  text: string
  href: string | null
  onFollow: () => void
  below?: string
  children?: ReactNode
}

function Entry({ aviso, text, href, onFollow, below, children }: EntryProps) {
  const said = (
    <>
      {text}
      {aviso.fecha && (
        <span className="text-sm whitespace-nowrap text-muted">{` ${fecha(aviso.fecha)}`}</span>
      )}
    </>
  )
  return (
    <li className="flex min-h-10 flex-wrap items-center gap-x-3">
      <span className="min-w-0 flex-1 py-1 wrap-anywhere">
        {href ? (
          <Link href={href} onClick={onFollow} className="text-link hover:underline max-md:block max-md:py-2">
            {said}
          </Link>
        ) : (
          said
        )}
        {below && <span className="block text-sm text-muted">{below}</span>}
      </span>
      {children}
    </li>
  )
}

interface TogetherProps {
  line: AvisoLine
  one: (aviso: Aviso) => ReactNode
  onFollow: () => void
}

/** Trips that all want the same, seen side by side on their day's board; each clash stands below when it is asked for. */
function Together({ line: { avisos, viajes }, one, onFollow }: TogetherProps) {
  const [open, setOpen] = useState(false)
  const [first] = avisos
  const days = avisos.map((aviso) => aviso.fecha ?? '').toSorted()
  return (
    <>
      <Entry
        aviso={first}
        href={`/tablero?fecha=${days[0]}`}
        onFollow={onFollow}
        text={`${entero(viajes)} viajes a la vez: ${wantedOf(first)}`}
        below={`${pairOf(first)}, y ${entero(viajes - 2)} más`}
      >
        <Button look="quiet" className="px-3! text-muted" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Ocultar' : 'Ver'} los {entero(avisos.length)} choques
        </Button>
      </Entry>
      {open && avisos.map(one)}
    </>
  )
}
