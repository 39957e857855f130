import { calls } from '@flota/contract/core/calls.ts'
import {
  formatFecha,
  formatHechoYRecibido,
  formatMomento,
  formatQuetzales,
} from '@flota/contract/core/format.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { pagaWords } from '@flota/contract/records/dinero.ts'
import { Printer } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'wouter'
import { useConfig } from '../../../api/config.ts'
import { usePermission } from '../../../api/session.ts'
import { RecordLoader } from '../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../list/lastAddress.ts'

import { Button, buttonClass } from '../../../ui/Button.tsx'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { DetailParts, RecordLink } from '../../shared/detail/DetailCard.tsx'
import { RecordTabs } from '../../shared/detail/RecordTabs.tsx'
import { TripNameLine } from '../../shared/detail/TripNameLine.tsx'
import { printRecibo } from '../../shared/export/printFile.ts'
import { addGalonesHref, cargaHref } from '../../shared/flota/cargaHrefs.ts'
import { editMovimientoHref, moneyReturnPages } from '../../shared/movimientos/hrefs.ts'
import { EstadoMovimiento } from '../../shared/movimientos/movimientoColumns.tsx'
import {
  comprobanteText,
  movimientoTitle,
  movimientoWords,
} from '../../shared/movimientos/movimientoTexts.ts'
import { useIsCarga } from '../../shared/movimientos/useIsCarga.ts'
import { useMovementActions } from '../../shared/movimientos/useMovementActions.ts'
import { LazyReasonDialog } from '../../shared/reason/LazyReasonDialog.tsx'

export function MovimientoDetail({ id }: { id: string }) {
  const leave = useClose()
  const back = lastListAddress('/dinero')
  const close = () => void leave(back.includes('movimiento=') ? '/dinero' : back, moneyReturnPages)
  return (
    <RecordLoader<Movimiento>
      line="GET /api/movimientos/:id"
      id={id}
      query={{ viaje: 'si' }}
      title="Movimiento"
      words={movimientoWords}
      onBack={close}
    >
      {(row) => <MovimientoRecord row={row} close={close} />}
    </RecordLoader>
  )
}

function MovimientoRecord({ row, close }: { row: Movimiento; close: () => void }) {
  useEscape(close)
  const zona = useConfig()?.zona
  return (
    <>
      <PageHeading title={`${movimientoTitle(row)} · ${formatQuetzales(row.monto)}`}>
        <EstadoMovimiento movimiento={row} />
      </PageHeading>
      <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        <DetailParts
          layout="xl:grid-cols-4"
          parts={partsOf(row, zona).filter(([, value]) => Boolean(value))}
        />
        <MovimientoActions row={row} close={close} />
      </div>
      <RecordTabs entidad="movimientos" id={row.id} />
    </>
  )
}

function partsOf(row: Movimiento, zona: string | undefined): [string, ReactNode][] {
  const { piloto, chofer_id, ruta_id, no_ruta, viaje, liquidacion, liquidacion_id, hora_dispositivo } = row
  const deviceTime =
    zona && hora_dispositivo && formatHechoYRecibido(row.hecho_en ?? row.creado_en, row.creado_en, zona)
  return [
    [
      'Piloto',
      <RecordLink key="piloto" page="/dinero/piloto/:id" id={chofer_id}>
        {piloto ?? 'Sin piloto'}
      </RecordLink>,
    ],
    [
      'Ruta',
      <Fragment key="ruta">
        <RecordLink page="/mostrar-ruta/:id" id={ruta_id}>
          {no_ruta ?? 'Sin viaje'}
        </RecordLink>
        <TripNameLine viaje={viaje} />
      </Fragment>,
    ],
    ['Fecha', formatFecha(row.fecha)],
    ['Monto', formatQuetzales(row.monto)],
    ['Paga', row.paga && pagaWords[row.paga]],
    ['Forma', row.forma],
    ['Comprobante', comprobanteText(row)],
    ['No. de autorización', row.uuid],
    ['Descripción', row.descripcion],
    ['Motivo', row.motivo],
    [
      'Liquidación',
      liquidacion && (
        <RecordLink key="liquidacion" page="/dinero/liquidacion/:id" id={liquidacion_id}>
          {liquidacion}
        </RecordLink>
      ),
    ],
    ['Registrado por', zona && `${row.registrado_por} · ${formatMomento(row.creado_en, zona)}`],
    ['Desde su teléfono', deviceTime],
  ]
}

function MovimientoActions({ row, close }: { row: Movimiento; close: () => void }) {
  const may = usePermission()(calls['PUT /api/movimientos/:id'])
  const { approve, reopen, reject, reasonRequest } = useMovementActions()
  const { id, estado, del_piloto, liquidacion_id } = row
  const isOpen = may && liquidacion_id === null
  const isCarga = useIsCarga(row)
  const mayAddGalones = usePermission()(calls['PUT /api/cargas/:id'])
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3 max-md:*:flex-auto">
      <Button onClick={close}>Cerrar</Button>
      <Button onClick={() => void printRecibo(id)}>
        <Printer aria-hidden="true" className="size-4.5" />
        Imprimir recibo
      </Button>
      {isOpen && estado !== 'anulado' && (
        <Button onClick={() => reject(row)}>{del_piloto ? 'Rechazar' : 'Anular'}</Button>
      )}
      {isOpen && estado === 'registrado' && <Button onClick={() => void approve(row)}>Aprobar</Button>}
      {isOpen && estado !== 'registrado' && (
        <Button onClick={() => void reopen(row)}>Dejar por revisar</Button>
      )}
      {isCarga && (
        <Link href={cargaHref(id)} className={buttonClass()}>
          Ver carga
        </Link>
      )}
      {isCarga === false && row.concepto === 'Combustible' && mayAddGalones && estado !== 'anulado' && (
        <Link href={addGalonesHref(id)} className={buttonClass()}>
          Agregar galones
        </Link>
      )}
      {isOpen && estado !== 'anulado' && isCarga === false && (
        <Link href={editMovimientoHref(id)} className={buttonClass('primary')}>
          Editar
        </Link>
      )}
      <LazyReasonDialog request={reasonRequest} />
    </div>
  )
}
