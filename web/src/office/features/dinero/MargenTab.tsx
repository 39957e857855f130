import type { MargenTotales, margenOrders } from '@flota/contract/money/margen.ts'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import type { Paginacion } from '../../../api/call.ts'
import { useSession } from '../../../api/session.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { canOpen } from '../../../shell/paths.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { useIvaWord } from '../../shared/IvaWord.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { PeriodPresets, periodError } from '../../shared/period/PeriodPresets.tsx'
import { DineroTabs } from './DineroTabs.tsx'
import { type MargenRow, margenColumns, margenGrupoWords } from './margenColumns.tsx'

const orders: Record<'' | (typeof margenOrders)[number], string> = {
  '': 'El usual',
  margen: 'Menor margen primero',
  '-margen': 'Mayor margen primero',
  '-viajes': 'Más viajes primero',
  viajes: 'Menos viajes primero',
  '-ingreso': 'Mayor ingreso primero',
  ingreso: 'Menor ingreso primero',
}

const filters = {
  por: { kind: 'words', label: 'Por', words: margenGrupoWords },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'margen' })

/** Margin per trip, client, pair of places, truck, pilot or month, the lowest first; the server computes all sums. */
export function MargenTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  // The key prevents rows of one grouping under the column titles of another.
  return <MargenList key={address.values.por} address={address} />
}

type Address = ReturnType<typeof useListAddress<typeof filters>>

function MargenList({ address }: { address: Address }) {
  const session = useSession()
  const hoy = useToday()
  const { values, activeFilters, query } = address
  const { por } = values
  const wrong = periodError(values, hoy)
  const { pagina, porPagina, ...period } = query
  const paged = {
    ...((por === 'ruta' || por === 'trayecto') && { pagina, porPagina }),
    ...(por === 'ruta' && { viaje: 'si' as const }),
  }
  const answer = useEndpointIf('GET /api/margen', wrong ? null : { query: { ...period, por, ...paged } })
  const { data } = answer
  const list = toListState(
    { ...answer, data: wrong ? { data: [] } : data && { data: data.data.filas, ...paginacionOf(data) } },
    address,
  )
  return (
    <ListPage
      title="Dinero"
      address={address}
      list={{ ...list, rows: list.rows?.map((row): MargenRow => ({ ...row, id: null })) }}
      keyOf={({ clave }) => clave}
      columns={margenColumns(por, (page) => session !== null && canOpen(session, page), useIvaWord())}
      {...(data && { total: totalOf(data.data.totales) })}
      notes={
        <PeriodPresets address={address} hoy={hoy}>
          Viajes entregados. Margen directo: sin los costos fijos de la empresa. En tono pálido, los que
          tienen gastos por revisar: su margen puede bajar.
        </PeriodPresets>
      }
      beside={
        <>
          <DineroTabs current="margen" />
          <ListExport
            call={{ line: 'GET /api/margen/exportar', query: { ...activeFilters, por } }}
            disabled={wrong !== undefined || list.rows?.length === 0}
          />
        </>
      }
      empty={{
        nothing: 'Todavía no hay viajes entregados este mes. Prueba con otras fechas.',
        narrowed: wrong ?? 'No hay viajes entregados en estas fechas.',
      }}
      errorTitle="Error al cargar el margen"
    />
  )
}

const paginacionOf = ({ paginacion }: { paginacion?: Paginacion }) => (paginacion ? { paginacion } : {})

const totalOf = (totales: MargenTotales): MargenRow => ({ ...totales, id: null, clave: '', nombre: 'Total' })
