import { formatInteger, formatQuetzales } from '@flota/contract/core/format.ts'
import { keysOf } from '@flota/contract/core/keys.ts'
import type { PorCobrarTotales } from '@flota/contract/money/porCobrar.ts'
import { bucketLabels } from '@flota/contract/records/porCobrar.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { column } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { CobrosTabs } from './CobrosTabs.tsx'
import { clienteHref } from './hrefs.ts'

const filters = { corte: { kind: 'day', label: 'Corte' } } as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'por-cobrar' })

/** The row of totals has no id. */
interface PorCobrarRow extends PorCobrarTotales {
  id: number | null
  cliente: string
}

/** What each client owes by age; the server lists the earliest due first and computes all sums. */
export function PorCobrarTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const answer = useEndpoint('GET /api/por-cobrar', { query: address.activeFilters })
  const { filas, totales } = answer.data?.data ?? {}
  const list = toListState({ ...answer, data: filas && { data: filas } }, address)
  return (
    <ListPage
      title="Cobros"
      address={address}
      list={{
        ...list,
        rows: list.rows?.map(({ cliente_id, ...row }): PorCobrarRow => ({ ...row, id: cliente_id })),
      }}
      columns={columnsFor(address.values.corte)}
      rowOpens
      {...(filas && totales && { total: { ...totales, id: null, cliente: totalLabel(filas.length) } })}
      beside={
        <>
          <CobrosTabs current="por-cobrar" />
          <ListExport
            call={{ line: 'GET /api/por-cobrar/exportar', query: address.activeFilters }}
            disabled={false}
          />
        </>
      }
      empty={{ nothing: 'Nadie debe nada.', narrowed: 'Nadie debe nada.' }}
      errorTitle="Error al cargar lo que deben los clientes"
    />
  )
}

const totalLabel = (count: number) =>
  `Total de ${formatInteger(count)} ${count === 1 ? 'cliente' : 'clientes'}`

const columnsFor = (corte: string): Column<PorCobrarRow>[] => [
  column('Cliente', 'title', 16, ({ cliente }) => cliente, {
    href: ({ id }) => (id === null ? undefined : clienteHref(id, { corte })),
  }),
  ...keysOf(bucketLabels).map(
    (bucket): Column<PorCobrarRow> => ({
      label: bucketLabels[bucket],
      phone: bucket === 'total' ? 'lead' : 'labelled',
      width: 7,
      numeric: true,
      cell: (row) => <BucketAmount bucket={bucket} amount={row[bucket]} />,
      card: (row) =>
        bucket === 'total'
          ? `Total ${formatQuetzales(row.total)}`
          : row[bucket] > 0 && <BucketAmount bucket={bucket} amount={row[bucket]} />,
    }),
  ),
]

function BucketAmount({ bucket, amount }: { bucket: keyof PorCobrarTotales; amount: number }) {
  const text = formatQuetzales(amount)
  if (bucket === 'total') return <strong>{text}</strong>
  return amount === 0 ? <span className="text-muted">{text}</span> : text
}
