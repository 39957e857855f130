import { formatInteger } from '@flota/contract/core/format.ts'
import { noDataText, reporteTitle, scopeText, sumTotales } from '@flota/contract/reports/periodos.ts'
import type { ReporteRow } from '@flota/contract/reports/reportes.ts'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { ExportButtons } from '../../shared/export/ExportControls.tsx'
import type { Export } from '../../shared/export/useExport.ts'
import { StatCards } from '../../shared/stats/StatCards.tsx'
import { ReporteTable } from './ReporteTable.tsx'
import { EstadoShares, IncomeShares } from './Shares.tsx'
import type { ReportesAddress } from './useReportesAddress.ts'

interface Props {
  rows: readonly ReporteRow[]
  address: ReportesAddress
  exporting: Export
  progress: ReactNode
  onClose: () => void
}

/** Longer reports are read in the paginated list. */
const maxListedPeriods = 31

export function ReporteDialog({ rows, address, exporting, progress, onClose }: Props) {
  const { tipo, range, cliente } = address
  const totals = sumTotales(rows)
  const [whole, setWhole] = useState(false)
  return (
    <Modal
      fromTop
      title={reporteTitle(tipo)}
      onClose={onClose}
      className={cx(footedSheetClass, 'max-w-5xl!')}
    >
      <p className="mb-4 text-muted">
        {scopeText({ desde: range.fechaInicio, hasta: range.fechaFin, cliente })}
      </p>
      <div className="grid grid-cols-1 gap-6">
        <StatCards totals={totals} />
        {rows.length === 0 ? (
          <EmptyState text={noDataText} />
        ) : (
          <>
            <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
              <EstadoShares totals={totals} />
              <IncomeShares rows={rows} total={totals.ingresos_totales} />
            </div>
            <div className="rounded-ui border border-line">
              <ReporteTable rows={whole ? rows : rows.slice(0, maxListedPeriods)} all={rows} />
            </div>
            {!whole && rows.length > maxListedPeriods && (
              <Button className="justify-self-start" onClick={() => setWhole(true)}>
                Ver los {formatInteger(rows.length)} periodos
              </Button>
            )}
          </>
        )}
      </div>
      <div className={cx(sheetFooterClass, 'z-30 mt-2 max-md:grid max-md:grid-cols-2 max-md:*:px-2')}>
        <Button look="quiet" onClick={onClose} className="md:mr-auto">
          Cerrar
        </Button>
        <ExportButtons
          labels={{ excel: 'Descargar Excel', pdf: 'Descargar PDF', print: 'Imprimir PDF' }}
          primary="print"
          exporting={exporting}
        />
        {progress}
      </div>
    </Modal>
  )
}
