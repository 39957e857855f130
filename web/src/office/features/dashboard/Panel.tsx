import { ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { Link } from 'wouter'
import type { ApiError } from '../../../api/ApiError.ts'
import type { AnswerOf } from '../../../api/call.ts'
import { useToday } from '../../../api/useToday.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import { fittingFontSize } from '../../shared/stats/StatCards.tsx'

interface PanelQuery<T> {
  data: T | undefined
  error: ApiError | null
  refetch: () => Promise<unknown>
}
/** Daily rows from the first of last month until today. */
export type DailyReport = PanelQuery<AnswerOf<'GET /api/reportes'>>

export interface PanelProps<T> {
  title: string
  /** Link to the complete list. */
  list?: { href: string; label: string }
  answer: PanelQuery<T>
  /** Height in rem reserved while loading. */
  minHeightRem: number
  errorTitle: string
  children: (data: T, hoy: string) => ReactNode
}

/** True while PrimerosPasos may still insert its steps above the panels. */
export const PanelsWaitContext = createContext(false)

/** A panel that loads, fails and refreshes on its own. */
export function Panel<T>({ title, list, answer, minHeightRem, errorTitle, children }: PanelProps<T>) {
  const id = useId()
  const { data, error } = answer
  const hoy = useToday()
  const isWaiting = use(PanelsWaitContext)
  const ready = data !== undefined && hoy !== undefined && !isWaiting
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-ui border border-line bg-card p-4 shadow-soft"
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-bold">
          {title}
        </h2>
        {list && (
          <Link
            href={list.href}
            className="-mr-1 inline-flex min-h-8 items-center gap-1 rounded-ui px-1 font-semibold text-link hover:underline max-md:min-h-11"
          >
            {list.label}
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </div>
      <LoadError title={errorTitle} query={answer} />
      {!ready && !error && (
        <div
          className="grid content-start gap-5 overflow-hidden py-3"
          style={{ height: `${minHeightRem}rem` }}
        >
          <Loading label={`Cargando ${title}…`} />
          <Skeleton className="h-7 w-2/5" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/3" />
        </div>
      )}
      {ready && children(data, hoy)}
    </section>
  )
}

export function EmptyPanel({ children }: { children: ReactNode }) {
  return <p className="py-3 text-muted">{children}</p>
}

export function Headline({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 items-center self-start rounded-ui text-2xl font-bold hover:underline"
    >
      <span>{children}</span>
    </Link>
  )
}

interface PanelStatProps {
  href: string
  value: string
  /** A word after the figure. */
  unit?: ReactNode
  label: ReactNode
  /** Comparison with another figure. */
  children?: ReactNode
  /** Smaller, for a figure to compare with. */
  second?: boolean
}

export function PanelStat({ href, value, unit, label, children, second = false }: PanelStatProps) {
  return (
    <div className="@container min-w-0">
      <Link href={href} className="group inline-grid max-w-full rounded-ui">
        <span className="text-muted">{label}</span>
        <span
          className="flex min-h-11 flex-wrap content-center items-baseline gap-x-2 leading-tight font-bold group-hover:underline"
          style={{ fontSize: fittingFontSize(value, second ? '1.5rem, 11cqi' : '2.25rem, 11cqi') }}
        >
          {value}
          {unit && <> {unit}</>}
        </span>
      </Link>
      {children && <p className="text-pretty">{children}</p>}
    </div>
  )
}

export const maxPanelLines = 5
