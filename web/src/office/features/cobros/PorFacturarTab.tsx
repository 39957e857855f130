import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import type { ClientePorFacturar } from '@flota/contract/money/facturas.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { useIvaWord } from '../../shared/IvaWord.tsx'
import { moneyPageSizes, sinceText, sumAmounts } from '../../shared/moneyLists.ts'
import { CobrosTabs } from './CobrosTabs.tsx'
import { clienteHref } from './hrefs.ts'

const filters = { hasta: { kind: 'day', label: 'Hasta' } } as const satisfies Filters

/** The row of totals has no id. */
interface PorFacturarRow extends Omit<ClientePorFacturar, 'cliente_id' | 'desde'> {
  id: number | null
  desde: string | null
}

/** Clients with trips to invoice; the server lists the longest waiting first. */
export function PorFacturarTab() {
  const address = useListAddress(filters, moneyPageSizes)
  const answer = useEndpoint('GET /api/por-facturar', { query: address.activeFilters })
  const list = toListState(answer, address)
  const all = answer.data?.data ?? []
  const rows = list.rows?.map(({ cliente_id, ...row }): PorFacturarRow => ({ ...row, id: cliente_id }))
  return (
    <ListPage
      title="Cobros"
      address={address}
      list={{ ...list, rows }}
      columns={columnsFor(useToday(), address.values.hasta, useIvaWord())}
      rowOpens
      {...(all.length > 1 && { total: totalOf(all) })}
      beside={
        <>
          <CobrosTabs current="por-facturar" />
          <ListExport
            call={{ line: 'GET /api/por-facturar/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        </>
      }
      empty={{
        nothing: 'Todos los viajes entregados están facturados.',
        narrowed: 'Todos los viajes entregados hasta esa fecha están facturados.',
      }}
      errorTitle="Error al cargar los viajes por facturar"
    />
  )
}

const totalOf = (all: readonly ClientePorFacturar[]): PorFacturarRow => ({
  id: null,
  cliente: `Total de ${formatInteger(all.length)} clientes`,
  viajes: all.reduce((total, { viajes }) => total + viajes, 0),
  total: sumAmounts(all.map(({ total }) => total)),
  desde: null,
})

const columnsFor = (hoy: string | undefined, hasta: string, iva: string): Column<PorFacturarRow>[] => [
  column('Cliente', 'title', 20, ({ cliente }) => cliente, {
    href: ({ id }) => (id === null ? undefined : clienteHref(id, { hasta })),
  }),
  column('Viajes', 'badge', 6, ({ viajes }) => formatInteger(viajes), {
    numeric: true,
    card: ({ viajes }) => `${formatInteger(viajes)} ${viajes === 1 ? 'viaje' : 'viajes'}`,
  }),
  column(`Total ${iva}`, 'lead', 9, ({ total }) => <strong>{formatQuetzales(total)}</strong>, {
    numeric: true,
  }),
  oneLineColumn('Desde', 'line', 13, ({ desde }) => desde && sinceText(desde, hoy), {
    card: ({ desde }) => desde && `Desde ${sinceText(desde, hoy)}`,
  }),
]
