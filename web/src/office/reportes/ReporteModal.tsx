import type { PeriodoTipo } from '@flota/contract/calendario.ts'
import { entero, quetzales } from '@flota/contract/format.ts'
import { rangoTexto, reporteTitulo, sinDatos, type Totales, totalesDe } from '@flota/contract/periodos.ts'
import type { ReporteRow } from '@flota/contract/reportes.ts'
import { Banknote, Route } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { estadoLook } from '../../viaje/EstadoBadge.tsx'
import { estados } from '../parts/estados.ts'
import { FigureCard } from '../parts/FigureCard.tsx'
import { ExportButtons } from './ExportButtons.tsx'
import type { Range } from './presets.ts'
import { ReporteTable } from './ReporteTable.tsx'
import { EstadoShares, IncomeShares } from './Shares.tsx'
import type { Export } from './useExport.ts'

interface Props {
  rows: readonly ReporteRow[]
  tipo: PeriodoTipo
  range: Range
  exporting: Export
  /** Of a running export. */
  progress: ReactNode
  onClose: () => void
}

/** Longer reports are read in the list, which has pages. */
const mostLines = 31

/** The report as one sheet: figures, shares and table, with its exports. */
export function ReporteModal({ rows, tipo, range, exporting, progress, onClose }: Props) {
  const totals = totalesDe(rows)
  const [whole, setWhole] = useState(false)
  return (
    <Modal
      fromTop
      title={reporteTitulo(tipo)}
      onClose={onClose}
      className={cx(footedSheetClass, 'max-w-5xl!')}
    >
      <p className="mb-4 text-muted">{rangoTexto(range.fechaInicio, range.fechaFin)}</p>
      <div className="grid grid-cols-1 gap-6">
        <Cards totals={totals} />
        {rows.length === 0 ? (
          <EmptyState text={sinDatos} />
        ) : (
          <>
            <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
              <EstadoShares totals={totals} />
              <IncomeShares rows={rows} total={totals.ingresos_totales} />
            </div>
            <div className="rounded-ui border border-line">
              <ReporteTable rows={whole ? rows : rows.slice(0, mostLines)} all={rows} />
            </div>
            {!whole && rows.length > mostLines && (
              <Button className="justify-self-start" onClick={() => setWhole(true)}>
                Ver los {entero(rows.length)} periodos
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

function Cards({ totals }: { totals: Totales }) {
  return (
    <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
      <FigureCard label="Total de Rutas" value={totals.total_rutas} Icon={Route} wide />
      {estados.map(({ estado, tarjeta, count }) => (
        <FigureCard key={estado} label={tarjeta} value={count(totals)} {...estadoLook(estado)} />
      ))}
      <FigureCard label="Ingresos Totales" value={quetzales(totals.ingresos_totales)} Icon={Banknote} wide />
    </ul>
  )
}
