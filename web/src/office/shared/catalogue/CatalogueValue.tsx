import { plazoInWords } from '@flota/contract/core/calendar.ts'
import { daysBetween } from '@flota/contract/core/dates.ts'
import { Clock, FileX, TriangleAlert } from 'lucide-react'
import { useToday } from '../../../api/useToday.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import type { Catalogue, CatalogueRow } from './calls.ts'
import { textOf } from './text.ts'

/** Days before expiry that a badge appears (docs/contract/documents.md). */
const expiryWarningDays = 30

interface Props {
  catalogue: Catalogue
  row: CatalogueRow
  name: string
  marksMissing?: boolean
}

/** Whether the record came from a sheet without a field that its form demands. A client without apellido is a company. */
const isMissing = ({ name: catalogue, fields }: Catalogue, row: CatalogueRow, name: string) =>
  row[name] === null && catalogue !== 'clientes' && fields[name]?.nullIfOld === true

/** Shows a value with an expiry badge if it is a date, because all dates of a catalogue are expiry dates. */
export function CatalogueValue({ catalogue, row, name, marksMissing = false }: Props) {
  const hoy = useToday()
  const text = textOf(catalogue, row, name)
  const date = row[name]
  if (marksMissing && isMissing(catalogue, row, name))
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        {text}
        <Badge Icon={FileX} color={badgeColors.red}>
          Falta
        </Badge>
      </span>
    )
  if (catalogue.fields[name]?.type !== 'date' || !date || !hoy) return text
  const days = daysBetween(hoy, String(date))
  if (days > expiryWarningDays) return text
  const past = days < 0
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="whitespace-nowrap">{text}</span>
      <Badge Icon={past ? TriangleAlert : Clock} color={past ? badgeColors.red : badgeColors.yellow}>
        {plazoInWords(days, { past: 'Venció', future: 'Vence' })}
      </Badge>
    </span>
  )
}
