import { periodoTipoOf } from '@flota/contract/core/calendar.ts'
import { periodoText } from '@flota/contract/reports/periodos.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { Pager } from '../../../list/Pager.tsx'
import { stacked, type TableRows } from '../../../list/table/column.tsx'
import { Table } from '../../../list/table/Table.tsx'
import { useViajeAccess } from '../../../trip/office/useViajeAccess.ts'
import { viajeColumns } from '../../../trip/office/viajeColumns.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoadError } from '../../../ui/LoadError.tsx'
import { footedSheetClass, Modal, sheetFooterClass } from '../../../ui/Modal.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import { ReporteTotals } from './ReporteTotals.tsx'
import { partialPeriodSentence, shownRowsSentence } from './reporteTexts.ts'
import type { ReportesAddress } from './useReportesAddress.ts'

interface Props {
  address: ReportesAddress
  progress: ReactNode
  onClose: () => void
}

const tripsPerPage = 50
const skeletonRows = 6

export function PeriodoDialog({ address, progress, onClose }: Props) {
  const { periodo, range, cliente_id, cliente } = address
  const [pagina, setPagina] = useState(1)
  const answer = useEndpoint('POST /api/reportes/periodo', {
    body: {
      periodo,
      tipo: periodoTipoOf(periodo),
      pagina,
      porPagina: tripsPerPage,
      cliente_id: cliente_id ? Number(cliente_id) : null,
    },
  })
  const { data, error, isPlaceholderData } = answer
  const total = data?.data.total_rutas ?? 0
  const cut = partialPeriodSentence(periodo, range)
  return (
    <Modal
      fromTop
      title={['Viajes', periodoText(periodo), ...(cliente ? [cliente] : [])].join(' · ')}
      onClose={onClose}
      className={cx(footedSheetClass, 'max-w-6xl!')}
    >
      <div className="mt-3 grid grid-cols-1 gap-4">
        {cut && <p className="text-pretty text-notice">{cut}</p>}
        <LoadError title="Error al cargar los reportes" query={answer} />
        {!data && !error && <Loading label="Cargando los viajes…" />}
        {data && <ReporteTotals totals={data.data} />}
        {(data ?? !error) && (
          <div className="rounded-ui border border-line">
            <ViajesTable rows={data?.data.rutas} stale={isPlaceholderData} expected={skeletonRows} />
          </div>
        )}
        {total > tripsPerPage && (
          <Pager
            address={{
              pagina,
              porPagina: tripsPerPage,
              sizes: [tripsPerPage],
              change: (to) => setPagina(Number(to.pagina)),
            }}
            list={{ total, pages: Math.ceil(total / tripsPerPage), more: false }}
            sentence={shownRowsSentence(pagina, tripsPerPage, total)}
          />
        )}
      </div>
      <div className={cx(sheetFooterClass, 'z-30 justify-end')}>
        <Button onClick={onClose} className="max-md:flex-1">
          Cerrar
        </Button>
        {progress}
      </div>
    </Modal>
  )
}

function ViajesTable(rows: TableRows<Ruta>) {
  const viaje = viajeColumns(useViajeAccess())
  return (
    <Table
      {...rows}
      label="Viajes"
      columns={[
        viaje.noRuta,
        stacked(viaje.fecha, viaje.hora),
        stacked({ ...viaje.cliente, width: 11 }, viaje.servicio),
        stacked({ ...viaje.origen, width: 9 }, viaje.destino),
        stacked({ ...viaje.piloto, width: 9 }, viaje.placa),
        viaje.estado,
        viaje.precio,
      ]}
    />
  )
}
