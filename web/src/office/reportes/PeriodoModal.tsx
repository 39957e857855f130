import { tipoOf } from '@flota/contract/calendario.ts'
import { periodoTexto } from '@flota/contract/periodos.ts'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../api/cache/queries.ts'
import { Pager } from '../../list/Pager.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { footedSheetClass, Modal, sheetFooterClass } from '../../ui/Modal.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { cutSentence } from './cutSentence.ts'
import { Figures } from './Figures.tsx'
import type { Range } from './presets.ts'
import { shownSentence } from './sentences.ts'
import { ViajesTable } from './ViajesTable.tsx'

interface Props {
  periodo: string
  /** The days of the whole report. */
  range: Range
  /** Of an export that is still running. */
  progress: ReactNode
  onClose: () => void
}

/** Trips read per page. */
const porPagina = 50
const expected = 6

/** The trips of one period, newest first. */
export function PeriodoModal({ periodo, range, progress, onClose }: Props) {
  const [pagina, setPagina] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useEndpoint('POST /api/reportes/periodo', {
    body: { periodo, tipo: tipoOf(periodo), pagina, porPagina },
  })
  const total = data?.data.total_rutas ?? 0
  const cut = cutSentence(periodo, range)
  return (
    <Modal
      fromTop
      title={`Viajes · ${periodoTexto(periodo)}`}
      onClose={onClose}
      className={cx(footedSheetClass, 'max-w-6xl!')}
    >
      <div className="mt-3 grid grid-cols-1 gap-4">
        {cut && <p className="text-pretty text-notice">{cut}</p>}
        {error && (
          <Banner
            kind="error"
            title="Error al cargar los reportes"
            action={<Button onClick={() => void refetch()}>Reintentar</Button>}
          >
            {error.message}
          </Banner>
        )}
        {!data && !error && <Loading label="Cargando los viajes…" />}
        {data && <Figures totals={data.data} />}
        {(data ?? !error) && (
          <div className="rounded-ui border border-line">
            <ViajesTable rows={data?.data.rutas} stale={isPlaceholderData} expected={expected} />
          </div>
        )}
        {total > porPagina && (
          <Pager
            page={pagina}
            pages={Math.ceil(total / porPagina)}
            total={total}
            pageSize={porPagina}
            pageSizes={[porPagina]}
            sentence={shownSentence(pagina, porPagina, total)}
            onPage={setPagina}
            onPageSize={() => undefined}
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
