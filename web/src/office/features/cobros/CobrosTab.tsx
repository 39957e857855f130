import { cobroEstadoWords } from '@flota/contract/records/cobros.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { LazyReasonDialog } from '../../shared/reason/LazyReasonDialog.tsx'
import { CobrosTabs } from './CobrosTabs.tsx'
import { cobroColumns, cobroName } from './cobroColumns.tsx'
import { useVoidCobro } from './useVoidCobro.ts'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por cliente o referencia' },
  cliente_id: { kind: 'record', of: 'clientes', label: 'Cliente', all: 'Todos los clientes' },
  estado: { kind: 'words', label: 'Estado', words: { '': 'Todos', ...cobroEstadoWords } },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'cobros' })

export function CobrosTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const list = toListState(useEndpoint('GET /api/cobros', { query: address.query }), address)
  const { voidAction, reasonRequest } = useVoidCobro()
  return (
    <>
      <ListPage
        title="Cobros"
        address={address}
        list={list}
        columns={cobroColumns}
        nameOf={cobroName}
        actions={[voidAction]}
        beside={
          <>
            <CobrosTabs current="cobros" />
            <ListExport
              call={{ line: 'GET /api/cobros/exportar', query: address.activeFilters }}
              disabled={list.rows?.length === 0}
            />
          </>
        }
        empty={{
          nothing: 'Todavía no hay cobros. Se registran en la factura o en la página del cliente.',
          narrowed: 'Ningún cobro coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar los cobros"
      />
      <LazyReasonDialog request={reasonRequest} />
    </>
  )
}
