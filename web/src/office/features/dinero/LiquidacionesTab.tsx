import { formatMomento, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Liquidacion } from '@flota/contract/money/liquidaciones.ts'
import { liquidacionEstadoWords } from '@flota/contract/records/dinero.ts'
import { Printer } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useConfig } from '../../../api/config.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { showAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { printLiquidacion } from '../../shared/export/printFile.ts'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { NewMovimientoLinks } from '../../shared/movimientos/NewMovimientoLinks.tsx'
import { DineroTabs } from './DineroTabs.tsx'
import { EstadoLiquidacion } from './EstadoLiquidacion.tsx'
import { SaldoText } from './SaldoText.tsx'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por número o piloto' },
  chofer_id: { kind: 'record', of: 'choferes', label: 'Piloto', all: 'Todos los pilotos' },
  estado: {
    kind: 'words',
    label: 'Estado',
    words: { '': 'Todos', ...liquidacionEstadoWords },
  },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'liquidaciones' })

type LiquidacionRow = Omit<Liquidacion, 'movimientos'>

export function LiquidacionesTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const list = toListState(useEndpoint('GET /api/liquidaciones', { query: address.query }), address)
  const zona = useConfig()?.zona
  return (
    <ListPage
      title="Dinero"
      address={address}
      list={list}
      columns={columnsFor(zona)}
      nameOf={({ numero }: LiquidacionRow) => numero}
      actions={[
        { ...showAction, to: hrefOf },
        { label: 'Imprimir', Icon: Printer, act: ({ id }) => void printLiquidacion(id) },
      ]}
      beside={
        <>
          <DineroTabs current="liquidaciones" />
          <ListExport
            call={{ line: 'GET /api/liquidaciones/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
          <NewMovimientoLinks />
        </>
      }
      empty={{
        nothing: 'Todavía no hay liquidaciones. Se hacen desde la lista de pilotos.',
        narrowed: 'Ninguna liquidación coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar las liquidaciones"
    />
  )
}

const hrefOf = ({ id }: LiquidacionRow) => withId('/dinero/liquidacion/:id', id)

const amountColumn = (label: string, of: (row: LiquidacionRow) => number): Column<LiquidacionRow> => ({
  label,
  phone: 'labelled',
  width: 7,
  numeric: true,
  cell: (row) => formatQuetzales(of(row)),
})

const columnsFor = (zona: string | undefined): Column<LiquidacionRow>[] => [
  oneLineColumn('Número', 'title', 6, ({ numero }) => numero, { href: hrefOf }),
  oneLineColumn('Fecha', 'subtitle', 6, ({ creado_en }) => localDay(creado_en, zona)),
  stacked(
    column('Piloto', 'line', 14, ({ piloto }) => piloto, {
      href: ({ chofer_id }) => withId('/dinero/piloto/:id', chofer_id),
    }),
    {
      label: 'Cerrada por',
      phone: 'note',
      cell: ({ cerrada_por }) => cerrada_por,
      card: ({ cerrada_por }) => `Cerrada por ${cerrada_por}`,
    },
  ),
  amountColumn('Anticipos', ({ anticipos }) => anticipos),
  amountColumn('Gastos', ({ gastos }) => gastos),
  amountColumn('Comisiones', ({ comisiones }) => comisiones),
  oneLineColumn('Estado', 'badge', 7, ({ estado }) => <EstadoLiquidacion estado={estado} />),
  oneLineColumn('Saldo', 'lead', 12, ({ saldo }) => <SaldoText saldo={saldo} />, { numeric: true }),
]

/** Returns the day of a moment in the company's time zone; '…' while the zone is unknown. */
const localDay = (iso: string, zona: string | undefined) =>
  zona ? formatMomento(iso, zona).slice(0, 10) : '…'
