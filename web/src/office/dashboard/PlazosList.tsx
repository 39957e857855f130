import { fecha } from '@flota/contract/format.ts'
import { CalendarClock, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { Badge, badgeColors } from '../../ui/Badge.tsx'
import { fewLines } from './Panel.tsx'

interface Plazo {
  id: number
  href: string
  name: string
  detail?: string
  date: string
  /** Days left; negative once past. */
  days: number
  words: string
}

/** Due dates, oldest first. */
export function PlazosList({ plazos }: { plazos: readonly Plazo[] }) {
  return (
    <ul className="divide-y divide-line">
      {plazos.slice(0, fewLines).map(({ id, href, name, detail, date, days, words }) => (
        <li key={id}>
          <Link
            href={href}
            className="-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-ui px-2 py-1.5 hover:bg-sunken"
          >
            <span className="grid min-w-0 flex-1 basis-44">
              <span className="font-semibold wrap-anywhere">{name}</span>
              {detail && <span className="text-sm text-muted wrap-anywhere">{detail}</span>}
            </span>
            <span className="flex items-center gap-3">
              <span className="text-muted">{fecha(date)}</span>
              <Badge
                Icon={days < 0 ? TriangleAlert : CalendarClock}
                color={days < 0 ? badgeColors.red : badgeColors.yellow}
              >
                {words}
              </Badge>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
