import { calls } from '@flota/contract/core/calls.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { addGalonesHref } from '../../shared/flota/cargaHrefs.ts'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { movimientoColumns } from '../../shared/movimientos/movimientoColumns.tsx'
import { CombustibleTabs } from './CombustibleTabs.tsx'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por piloto, ruta, NIT, serie o número', wide: true },
  chofer_id: { kind: 'record', of: 'choferes', label: 'Piloto', all: 'Todos los pilotos' },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
  orden: {
    kind: 'order',
    label: 'Orden',
    words: { recientes: 'Más recientes primero', antiguas: 'Más antiguas primero' },
  },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'sin-galones' })

// A link of its own: a card links only its title.
const galonesColumn = oneLineColumn<Movimiento>('Galones', 'foot', 9, ({ id }) => (
  <Link
    href={addGalonesHref(id)}
    className="font-semibold text-link hover:underline max-md:inline-block max-md:py-2.5"
  >
    Agregar galones
  </Link>
))

/** Fuel expenses without gallons: they falsify the kilometres per gallon. */
export function SinGalonesTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const query = { ...address.query, sin_galones: 'si', viaje: 'si' } as const
  const list = toListState(useEndpoint('GET /api/movimientos', { query }), address)
  const mayWrite = usePermission()(calls['PUT /api/cargas/:id'])
  const { que, fecha, piloto, ruta, descripcion, estado, monto } = movimientoColumns
  return (
    <ListPage
      title="Combustible"
      address={address}
      list={list}
      columns={[que, fecha, piloto, ruta, descripcion, estado, monto, mayWrite && galonesColumn]}
      beside={
        <>
          <CombustibleTabs current="sin-galones" />
          <ListExport
            call={{
              line: 'GET /api/movimientos/exportar',
              query: { ...address.activeFilters, sin_galones: 'si' },
            }}
            disabled={list.rows?.length === 0}
          />
        </>
      }
      empty={{
        nothing: 'Todos los gastos de combustible tienen sus galones.',
        narrowed: 'Ningún gasto coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar los gastos sin galones"
    />
  )
}
