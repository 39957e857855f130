import { Link } from 'wouter'
import { cx } from '../../../ui/cx.ts'
import type { Range } from './presets.ts'

const reporteHref = (params: Record<string, string>) =>
  `/reportes?${new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''))}`

/** Links between the reports that keep the dates. */
export function ReporteTabs({ current, range }: { current: 'Viajes' | 'Demoras'; range: Range }) {
  const { fechaInicio, fechaFin } = range
  const dated = (fechaInicio || fechaFin) !== ''
  const hrefs = {
    // Without dates a daily report would be long.
    Viajes: reporteHref(dated ? { ...range } : { filtro: 'mes' }),
    Demoras: reporteHref({ vista: 'demoras', desde: fechaInicio, hasta: fechaFin }),
  }
  return (
    <nav aria-label="Reportes" className="mb-4 flex gap-x-2 border-b border-line">
      {Object.entries(hrefs).map(([label, href]) => (
        <Link
          key={label}
          href={href}
          aria-current={label === current ? 'page' : undefined}
          className={cx(
            '-mb-px flex min-h-11 items-center border-b-2 px-3 text-lg font-bold',
            label === current ? 'border-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
