import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { FacturaListada } from '@flota/contract/money/facturas.ts'
import { facturaEstadoWords, facturaName } from '@flota/contract/records/facturas.ts'
import { HandCoins } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { type Action, editAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { ImportOffer } from '../../shared/export/ImportLink.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { CobrosTabs } from './CobrosTabs.tsx'
import { EstadoCobros, VenceText } from './facturaTexts.tsx'
import { editFacturaHref, facturaHref, newCobroHref, newFacturaHref } from './hrefs.ts'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por cliente, serie, número, autorización o ruta', wide: true },
  cliente_id: { kind: 'record', of: 'clientes', label: 'Cliente', all: 'Todos los clientes' },
  estado: { kind: 'words', label: 'Estado', words: { '': 'Todos', ...facturaEstadoWords } },
  abiertas: { kind: 'words', label: 'Saldo', words: { '': 'Todas', si: 'Abiertas' } },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
  orden: {
    kind: 'order',
    label: 'Orden',
    words: {
      recientes: 'Más recientes primero',
      antiguas: 'Más antiguas primero',
      vence: 'Por vencimiento',
      '-vence': 'Las que vencen después primero',
    },
  },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'facturas' })

export function FacturasTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const list = toListState(useEndpoint('GET /api/facturas', { query: address.query }), address)
  return (
    <ListPage
      title="Cobros"
      address={address}
      list={list}
      columns={facturaColumns}
      nameOf={facturaName}
      actions={actions}
      add={{ label: '+ Factura', to: newFacturaHref }}
      beside={
        <>
          <CobrosTabs current="facturas" />
          <ListButtons>
            <ListExport
              importTipo="facturas"
              call={{ line: 'GET /api/facturas/exportar', query: address.activeFilters }}
              disabled={list.rows?.length === 0}
            />
          </ListButtons>
        </>
      }
      empty={{
        nothing: 'Todavía no hay facturas.',
        offer: <ImportOffer tipo="facturas" />,
        narrowed: 'Ninguna factura coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar las facturas"
    />
  )
}

const actions: Action<FacturaListada>[] = [
  {
    label: 'Cobro',
    Icon: HandCoins,
    key: 'c',
    when: ({ saldo }) => saldo > 0,
    to: ({ id, cliente_id }) => newCobroHref(cliente_id, [id]),
  },
  { ...editAction, when: ({ estado }) => estado === 'vigente', to: ({ id }) => editFacturaHref(id) },
]

const amountColumn = (label: string, of: (row: FacturaListada) => number): Column<FacturaListada> => ({
  label,
  phone: 'labelled',
  width: 6,
  numeric: true,
  cell: (row) => formatQuetzales(of(row)),
})

const facturaColumns: Column<FacturaListada>[] = [
  oneLineColumn('Fecha', 'note', 6, ({ fecha }) => formatFecha(fecha), {
    sort: { asc: 'antiguas', desc: 'recientes', startsDescending: true },
  }),
  column('Cliente', 'subtitle', 14, ({ cliente }) => cliente),
  oneLineColumn('Serie y número', 'title', 10, (row) => facturaName(row), {
    href: ({ id }) => facturaHref(id),
  }),
  oneLineColumn('Vence', 'labelled', 8, ({ vence, dias }) => <VenceText vence={vence} dias={dias} />, {
    sort: { asc: 'vence', desc: '-vence' },
  }),
  amountColumn('Monto', ({ monto }) => monto),
  stacked(
    amountColumn('Cobrado', ({ cobrado }) => cobrado),
    amountColumn('Retenido', ({ retenido }) => retenido),
  ),
  {
    label: 'Saldo',
    phone: 'lead',
    width: 6,
    numeric: true,
    cell: ({ saldo }) => <strong>{formatQuetzales(saldo)}</strong>,
    card: ({ saldo }) => `Saldo ${formatQuetzales(saldo)}`,
  },
  oneLineColumn('Estado', 'badge', 6, ({ estado }) => <EstadoCobros estado={estado} />),
]
