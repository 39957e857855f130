import { calls } from '@flota/contract/core/calls.ts'
import { formatMomento } from '@flota/contract/core/format.ts'
import type { Liquidacion } from '@flota/contract/money/liquidaciones.ts'
import { Ban, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useSave } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import { usePermission } from '../../../api/session.ts'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../list/lastAddress.ts'
import { Table } from '../../../list/table/Table.tsx'
import { type ScreenProps, withId } from '../../../shell/paths.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { printLiquidacion } from '../../shared/export/printFile.ts'
import { moneyReturnPages } from '../../shared/movimientos/hrefs.ts'
import { movimientoColumns } from '../../shared/movimientos/movimientoColumns.tsx'
import { ReasonDialog } from '../../shared/reason/ReasonDialog.tsx'
import { EstadoLiquidacion } from './EstadoLiquidacion.tsx'
import { SettlementTotals } from './SettlementTotals.tsx'

const words = { singular: 'Liquidación', loadOne: 'Error al cargar los datos de la liquidación' }

export function LiquidacionPage({ params: { id = '' } }: ScreenProps) {
  const leave = useClose()
  const close = () => void leave(lastListAddress('/dinero'), moneyReturnPages)
  return (
    <RecordLoader<Liquidacion>
      line="GET /api/liquidaciones/:id"
      id={id}
      query={{ viaje: 'si' }}
      title="Liquidación"
      words={words}
      onBack={close}
    >
      {(row) => <LiquidacionRecord row={row} close={close} />}
    </RecordLoader>
  )
}

function LiquidacionRecord({ row, close }: { row: Liquidacion; close: () => void }) {
  useEscape(close)
  const zona = useConfig()?.zona
  const { numero, piloto, chofer_id, estado, motivo, cerrada_por, creado_en, movimientos } = row
  const { que, fecha, ruta, descripcion, monto } = movimientoColumns
  return (
    <>
      <PageHeading title={`Liquidación ${numero}`}>
        <EstadoLiquidacion estado={estado} />
      </PageHeading>
      {motivo && (
        <div className="mb-4">
          <Banner kind="notice" title="Anulada">
            <span className="wrap-anywhere">
              «{motivo}». Sus movimientos volvieron a quedar por liquidar.
            </span>
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
        <section
          aria-label="Movimientos"
          className="overflow-hidden rounded-ui border border-line bg-card shadow-soft"
        >
          <p className="border-b border-line p-4">
            <Link
              href={withId('/dinero/piloto/:id', chofer_id)}
              className="text-lg font-semibold text-link hover:underline"
            >
              {piloto}
            </Link>
            <span className="block text-sm text-muted">
              Cerrada por {cerrada_por}
              {zona && ` el ${formatMomento(creado_en, zona)}`}
            </span>
          </p>
          {movimientos.length > 0 ? (
            <Table
              label={`Movimientos de la liquidación ${numero}`}
              columns={[que, fecha, ruta, descripcion, monto]}
              rows={movimientos}
              stale={false}
              expected={5}
            />
          ) : (
            <p className="p-6 text-center text-muted">Ya no tiene movimientos.</p>
          )}
        </section>
        <section
          aria-label="Sumas"
          className="grid rounded-ui border border-line bg-card p-4 shadow-soft md:sticky md:top-20"
        >
          <SettlementTotals sumas={row} />
          <LiquidacionActions row={row} close={close} />
        </section>
      </div>
    </>
  )
}

function LiquidacionActions({ row, close }: { row: Liquidacion; close: () => void }) {
  const may = usePermission()
  const [isAnnulling, setIsAnnulling] = useState(false)
  const anular = useSave('POST /api/liquidaciones/:id/anular')
  const { id, numero, piloto, estado, version } = row
  return (
    <div className="mt-4 grid gap-3">
      <Button look="primary" onClick={() => void printLiquidacion(id)}>
        <Printer aria-hidden="true" className="size-4.5" />
        Imprimir
      </Button>
      {estado === 'cerrada' && may(calls['POST /api/liquidaciones/:id/anular']) && (
        <Button onClick={() => setIsAnnulling(true)}>
          <Ban aria-hidden="true" className="size-4.5" />
          Anular
        </Button>
      )}
      <Button onClick={close}>Cerrar</Button>
      {isAnnulling && (
        <ReasonDialog
          title={`Anular la liquidación ${numero}`}
          detail={`${piloto}. Sus movimientos vuelven a quedar por liquidar; el número no se usa otra vez.`}
          submitLabel="Anular"
          save={(motivo) => anular({ params: { id }, body: { motivo, version } })}
          errorTitle="No se anuló la liquidación"
          onClose={() => setIsAnnulling(false)}
        />
      )}
    </div>
  )
}
