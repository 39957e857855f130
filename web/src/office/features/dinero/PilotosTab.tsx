import { calls } from '@flota/contract/core/calls.ts'
import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Saldo, saldoOrders } from '@flota/contract/money/liquidaciones.ts'
import { Clock, HandCoins, Receipt, ScrollText } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { column } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { moneyPageSizes, sinceText, sumAmounts } from '../../shared/moneyLists.ts'
import { newMovimientoHref } from '../../shared/movimientos/hrefs.ts'
import { NewMovimientoLinks } from '../../shared/movimientos/NewMovimientoLinks.tsx'
import { DineroTabs } from './DineroTabs.tsx'
import { SaldoText } from './SaldoText.tsx'

const orders: Record<(typeof saldoOrders)[number], string> = {
  desde: 'Lo más antiguo primero',
  piloto: 'Piloto, de la A a la Z',
  '-piloto': 'Piloto, de la Z a la A',
  '-saldo': 'Los que más deben primero',
  saldo: 'A los que más se debe primero',
}

const filters = {
  buscar: { kind: 'search', label: 'Buscar por piloto' },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

/** The row of totals has no id. */
interface PilotBalanceRow extends Omit<Saldo, 'chofer_id'> {
  id: number | null
}

/** Balances and unsettled movements of each pilot; the server lists the longest waiting first. */
export function PilotosTab() {
  const address = useListAddress(filters, moneyPageSizes)
  const answer = useEndpoint('GET /api/saldos', { query: address.activeFilters })
  const list = toListState(answer, address)
  const all = answer.data?.data ?? []
  const hoy = useToday()
  const may = calls['POST /api/movimientos']
  const lines = list.rows?.map(({ chofer_id, ...row }): PilotBalanceRow => ({ ...row, id: chofer_id }))
  return (
    <ListPage
      title="Dinero"
      address={address}
      list={{ ...list, rows: lines }}
      columns={columnsFor(hoy)}
      nameOf={({ piloto }: PilotBalanceRow) => piloto}
      {...(all.length > 1 && { total: totalOf(all) })}
      actions={[
        { label: 'Liquidar', Icon: ScrollText, key: 'l', to: (row) => pilotoHref(row) ?? '/dinero' },
        {
          label: 'Anticipo',
          Icon: HandCoins,
          access: may,
          to: ({ id }) => newMovimientoHref('anticipo', { piloto: id }),
        },
        {
          label: 'Gasto',
          Icon: Receipt,
          access: may,
          to: ({ id }) => newMovimientoHref('gasto', { piloto: id }),
        },
      ]}
      beside={
        <>
          <DineroTabs current="pilotos" />
          <ListExport
            call={{ line: 'GET /api/saldos/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
          <NewMovimientoLinks />
        </>
      }
      empty={{
        nothing: 'Ningún piloto tiene saldo ni nada por liquidar. Empieza con un anticipo.',
        narrowed: 'Ningún piloto con saldo o algo por liquidar coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar los saldos"
    />
  )
}

const pilotoHref = ({ id }: PilotBalanceRow) => (id === null ? undefined : withId('/dinero/piloto/:id', id))

function totalOf(all: readonly Saldo[]): PilotBalanceRow {
  const saldos = all.map(({ saldo }) => saldo)
  return {
    id: null,
    piloto: `Total de ${formatInteger(all.length)} pilotos`,
    saldo: sumAmounts(saldos),
    por_revisar: all.reduce((total, row) => total + row.por_revisar, 0),
    abiertos: all.reduce((total, row) => total + row.abiertos, 0),
    desde: null,
  }
}

const columnsFor = (hoy: string | undefined): Column<PilotBalanceRow>[] => [
  column('Piloto', 'title', 16, ({ piloto }) => piloto, {
    href: pilotoHref,
    sort: { asc: 'piloto', desc: '-piloto' },
  }),
  {
    label: 'Saldo',
    phone: 'lead',
    width: 14,
    numeric: true,
    sort: { asc: 'saldo', desc: '-saldo', startsDescending: true },
    cell: ({ id, saldo }) =>
      id === null ? (
        `${saldo < 0 ? 'Se les debe' : 'Deben'} ${formatQuetzales(Math.abs(saldo))}`
      ) : (
        <SaldoText saldo={saldo} className="font-semibold" />
      ),
  },
  {
    label: 'Por revisar',
    phone: 'badge',
    width: 8,
    numeric: true,
    cell: ({ id, por_revisar }) =>
      por_revisar > 0 && (
        <Badge Icon={Clock} color={id === null ? 'border-transparent' : badgeColors.yellow}>
          {formatInteger(por_revisar)} por revisar
        </Badge>
      ),
  },
  column('Por liquidar', 'labelled', 7, ({ abiertos }) => abiertos > 0 && formatInteger(abiertos), {
    numeric: true,
  }),
  {
    label: 'Desde',
    phone: 'labelled',
    width: 11,
    oneLine: true,
    cell: ({ desde }) => desde && sinceText(desde, hoy),
  },
]
