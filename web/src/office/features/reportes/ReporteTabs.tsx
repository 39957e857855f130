import { LinkTabs } from '../../shared/LinkTabs.tsx'
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
    <LinkTabs
      label="Reportes"
      hrefs={hrefs}
      current={current}
      className="mb-4 gap-x-2 border-b border-line *:-mb-px *:text-lg"
    />
  )
}
