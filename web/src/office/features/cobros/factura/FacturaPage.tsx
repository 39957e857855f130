import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Factura } from '@flota/contract/money/facturas.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../../../api/session.ts'
import { RecordLoader } from '../../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import type { Column } from '../../../../list/table/column.tsx'
import { Table } from '../../../../list/table/Table.tsx'
import { canOpen, type ScreenProps, withId } from '../../../../shell/paths.ts'
import { Banner } from '../../../../ui/Banner.tsx'
import { cx } from '../../../../ui/cx.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { useEscape } from '../../../../ui/useEscape.ts'
import { column, oneLineColumn } from '../../../shared/columns.ts'
import { DetailParts, RecordLink } from '../../../shared/detail/DetailCard.tsx'
import { RecordTabs } from '../../../shared/detail/RecordTabs.tsx'
import { amountColumn } from '../cobroColumns.tsx'
import { EstadoCobros, VenceText } from '../facturaTexts.tsx'
import { cobrosReturnPages } from '../hrefs.ts'
import { FacturaActions } from './FacturaActions.tsx'
import { FacturaCobros } from './FacturaCobros.tsx'

const words = { singular: 'Factura', loadOne: 'Error al cargar los datos de la factura' }

export function FacturaPage({ params: { id = '' } }: ScreenProps) {
  const leave = useClose()
  const close = () => void leave(lastListAddress('/cobros'), cobrosReturnPages)
  return (
    <RecordLoader<Factura>
      line="GET /api/facturas/:id"
      id={id}
      query={{ viaje: 'si' }}
      title="Factura"
      words={words}
      onBack={close}
    >
      {(row) => <FacturaRecord row={row} close={close} />}
    </RecordLoader>
  )
}

function FacturaRecord({ row, close }: { row: Factura; close: () => void }) {
  useEscape(close)
  const { id, estado, motivo, rutas } = row
  return (
    <>
      <PageHeading title={`Factura ${facturaName(row)}`}>
        <EstadoCobros estado={estado} />
      </PageHeading>
      {motivo && (
        <div className="mb-4">
          <Banner kind="notice" title="Anulada">
            <span className="wrap-anywhere">«{motivo}»</span>
          </Banner>
        </div>
      )}
      <div className="grid items-start gap-5 md:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid min-w-0 gap-5">
          <div className="rounded-ui border border-line bg-card p-4 shadow-soft md:p-6">
            <DetailParts layout="xl:grid-cols-3" parts={partsOf(row)} />
          </div>
          {rutas.length > 0 && <FacturaTrips row={row} />}
          <FacturaCobros factura_id={id} />
        </div>
        <section
          aria-label="Saldo"
          className="rounded-ui border border-line bg-card p-4 shadow-soft max-md:order-first md:sticky md:top-20"
        >
          <Sums row={row} />
          <FacturaActions row={row} close={close} />
        </section>
      </div>
      <RecordTabs entidad="facturas" id={id} />
    </>
  )
}

function partsOf(row: Factura): [string, ReactNode, string?][] {
  const parts: [string, ReactNode, string?][] = [
    [
      'Cliente',
      <RecordLink key="cliente" page="/cobros/cliente/:id" id={row.cliente_id}>
        {row.cliente}
      </RecordLink>,
    ],
    ['Tipo', row.tipo],
    ['Fecha', formatFecha(row.fecha)],
    ['Vence', <VenceText key="vence" vence={row.vence} dias={row.dias} />],
    ['Autorización', row.uuid, 'md:col-span-2'],
    ['Nota', row.nota, 'col-span-full whitespace-pre-line'],
  ]
  return parts.filter(([, value]) => value !== null)
}

function Sums({ row }: { row: Factura }) {
  const lines: [string, number][] = [
    ['Cobrado', row.cobrado],
    ['Retención IVA', row.retencion_iva],
    ['Retención ISR', row.retencion_isr],
  ]
  return (
    <dl className="grid gap-1">
      <div className="flex justify-between gap-4 font-semibold">
        <dt>Monto</dt>
        <dd className="text-right tabular-nums">
          {formatQuetzales(row.monto)}
          {row.diferencia !== 0 && (
            <span className="block text-sm font-normal text-notice">
              Diferencia {formatQuetzales(row.diferencia)}
            </span>
          )}
        </dd>
      </div>
      {lines.map(([label, amount]) => (
        <div key={label} className={cx('flex justify-between gap-4', amount === 0 && 'text-muted')}>
          <dt>{label}</dt>
          <dd className="tabular-nums">
            {amount !== 0 && '− '}
            {formatQuetzales(amount)}
          </dd>
        </div>
      ))}
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-2xl font-bold">
        <dt>Saldo</dt>
        <dd className="tabular-nums">{formatQuetzales(row.saldo)}</dd>
      </div>
    </dl>
  )
}

type TripRow = Factura['rutas'][number] & { id: number }

/** The trips link to their pages if the user may open them. */
function FacturaTrips({ row: { rutas } }: { row: Factura }) {
  const session = useSession()
  const opens = session !== null && canOpen(session, '/mostrar-ruta/:id')
  const columns: Column<TripRow>[] = [
    oneLineColumn('Ruta', 'title', 10, ({ no_ruta }) => no_ruta, {
      href: ({ id }) => (opens ? withId('/mostrar-ruta/:id', id) : undefined),
    }),
    column('Trayecto', 'line', 16, ({ viaje }) => viaje && `${viaje.origen} → ${viaje.destino}`),
    oneLineColumn('Fecha', 'subtitle', 8, ({ fecha }) => formatFecha(fecha)),
    amountColumn('Monto', ({ monto }) => monto, 'figure'),
  ]
  return (
    <section className="overflow-hidden rounded-ui border border-line bg-card shadow-soft">
      <h2 className="p-4 text-lg font-bold md:px-6">Viajes</h2>
      <div className="border-t border-line">
        <Table
          label="Viajes"
          columns={columns}
          rows={rutas.map((line) => ({ ...line, id: line.ruta_id }))}
          stale={false}
          expected={5}
        />
      </div>
    </section>
  )
}
