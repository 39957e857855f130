import { FileSpreadsheet, FileText, type LucideIcon, Printer } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import type { Wanted } from './takeFile.ts'
import type { Export } from './useExport.ts'

const icons: Record<Wanted, LucideIcon> = { excel: FileSpreadsheet, pdf: FileText, print: Printer }

interface Props {
  /** Which exports, in order, with their labels. */
  labels: Partial<Record<Wanted, string>>
  primary?: Wanted
  exporting: Export
  disabled?: boolean
}

/** The export buttons; while one export runs the others wait. */
export function ExportButtons({ labels, primary, exporting: { running, start }, disabled = false }: Props) {
  // Object.entries forgets the keys that it was given.
  return (Object.entries(labels) as [Wanted, string][]).map(([wanted, label]) => {
    const Icon = icons[wanted]
    const busy = running?.wanted === wanted
    return (
      <Button
        key={wanted}
        look={wanted === primary ? 'primary' : 'secondary'}
        busy={busy}
        disabled={disabled || (running !== null && !busy)}
        onClick={() => start(wanted)}
        className="max-md:flex-1"
      >
        <Icon aria-hidden="true" className="size-4.5" />
        {label}
      </Button>
    )
  })
}
