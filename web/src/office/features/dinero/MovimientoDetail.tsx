import { calls } from '@flota/contract/calls.ts'
import { pagaWords } from '@flota/contract/dinero.ts'
import { fecha, hechoYRecibido, momento, quetzales } from '@flota/contract/format.ts'
import type { Movimiento } from '@flota/contract/movimientos.ts'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useConfig } from '../../../api/config.ts'
import { useMay } from '../../../api/usePermission.ts'
import { RecordLoaded } from '../../../form/RecordLoader.tsx'
import { lastAddressOf } from '../../../list/lastAddress.ts'

import { Button, buttonClass } from '../../../ui/Button.tsx'
import { useClose } from '../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useEscape } from '../../../ui/useEscape.ts'
import { RecordLink } from '../../shared/detail/RecordLink.tsx'
import { RecordParts } from '../../shared/detail/RecordTabs.tsx'
import { EstadoMovimiento } from '../../shared/movimientos/EstadoMovimiento.tsx'
import { editarHref } from '../../shared/movimientos/hrefs.ts'
import { comprobanteOf, movimientoWords, queEs } from '../../shared/movimientos/movimientoTexts.ts'
import { MotivoDialog } from './LazyReasonDialog.tsx'
import { printRecibo } from './printFile.ts'
import { otherPages } from './returnPages.ts'
import { useEstadoDeeds } from './useMovementActions.ts'

/** A movement to be read, with its photos and, for who may, what is done with it. */
export function MovimientoDetail({ id }: { id: string }) {
  const leave = useClose()
  const back = lastAddressOf('/dinero')
  const close = () => void leave(back.includes('movimiento=') ? '/dinero' : back, otherPages)
  return (
    <RecordLoaded<Movimiento>
      line="GET /api/movimientos/:id"
      id={id}
      title="Movimiento"
      words={movimientoWords}
      onBack={close}
    >
      {(row) => <Record row={row} close={close} />}
    </RecordLoaded>
  )
}

function Record({ row, close }: { row: Movimiento; close: () => void }) {
  useEscape(close)
  const zona = useConfig()?.zona
  return (
    <>
      <PageHeading title={`${queEs(row)} · ${quetzales(row.monto)}`}>
        <EstadoMovimiento movimiento={row} />
      </PageHeading>
      <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
        <dl className="grid gap-x-6 gap-y-5 md:grid-cols-2 xl:grid-cols-4">
          {partsOf(row, zona)
            .filter(([, value]) => Boolean(value))
            .map(([label, value]) => (
              <div key={label} className="border-b border-line pb-2">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="min-h-7 text-lg wrap-anywhere">{value}</dd>
              </div>
            ))}
        </dl>
        <Actions row={row} close={close} />
      </div>
      <RecordParts entidad="movimientos" id={row.id} />
    </>
  )
}

function partsOf(row: Movimiento, zona: string | undefined): [string, ReactNode][] {
  const { piloto, chofer_id, ruta_id, no_ruta, liquidacion, liquidacion_id, hora_dispositivo } = row
  const sent = zona && hora_dispositivo && hechoYRecibido(row.hecho_en ?? row.creado_en, row.creado_en, zona)
  return [
    [
      'Piloto',
      <RecordLink key="piloto" page="/dinero/piloto/:id" id={chofer_id}>
        {piloto ?? 'Sin piloto'}
      </RecordLink>,
    ],
    [
      'Ruta',
      <RecordLink key="ruta" page="/mostrar-ruta/:id" id={ruta_id}>
        {no_ruta ?? 'Sin viaje'}
      </RecordLink>,
    ],
    ['Fecha', fecha(row.fecha)],
    ['Monto', quetzales(row.monto)],
    ['Paga', row.paga && pagaWords[row.paga]],
    ['Forma', row.forma],
    ['Comprobante', comprobanteOf(row)],
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
    ['Registrado por', zona && `${row.registrado_por} · ${momento(row.creado_en, zona)}`],
    ['Desde su teléfono', sent],
  ]
}

function Actions({ row, close }: { row: Movimiento; close: () => void }) {
  const may = useMay()(calls['PUT /api/movimientos/:id'])
  const { approve, reopen, reject, asked } = useEstadoDeeds()
  const { id, estado, del_piloto, liquidacion_id } = row
  const isOpen = may && liquidacion_id === null
  return (
    <div className="mt-6 flex flex-wrap justify-end gap-3 max-md:*:flex-1">
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
      {isOpen && estado !== 'anulado' && (
        <Link href={editarHref(id)} className={buttonClass('primary')}>
          Editar
        </Link>
      )}
      <MotivoDialog asked={asked} />
    </div>
  )
}
