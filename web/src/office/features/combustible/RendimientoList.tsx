import type { ReactNode } from 'react'
import { useEndpointIf } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { PeriodPresets, periodError } from '../../shared/period/PeriodPresets.tsx'
import { CombustibleTabs } from './CombustibleTabs.tsx'

const filters = {
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters

const defaults = { costo: withFixedParams({ vista: 'costo' }), piloto: withFixedParams({ vista: 'piloto' }) }

interface Props<Row, Answer> {
  vista: 'costo' | 'piloto'
  por: 'camion' | 'piloto'
  columns: readonly Column<Row>[]
  rowsOf: (answer: Answer) => { rows: Row[]; total: Row }
  keyOf: (row: Row) => number | string
  /** A sentence about the rows. */
  children: ReactNode
  empty: string
}

/** Sums of a period per truck or pilot, all computed by the server. */
export function RendimientoList<Row extends { id: null }, Answer>(props: Props<Row, Answer>) {
  const { vista, por, columns, keyOf, children } = props
  const address = useListAddress(filters, moneyPageSizes, defaults[vista])
  const hoy = useToday()
  const wrong = periodError(address.values, hoy)
  const query = { ...address.activeFilters, por }
  const answer = useEndpointIf('GET /api/rendimiento', wrong ? null : { query })
  // `por` decides which of the two the server sends.
  const found = answer.data && props.rowsOf(answer.data.data as Answer)
  const list = toListState({ ...answer, data: wrong ? { data: [] } : found && { data: found.rows } }, address)
  return (
    <ListPage
      title="Combustible"
      address={address}
      list={list}
      keyOf={keyOf}
      columns={columns}
      {...(!wrong && found && { total: found.total })}
      notes={
        <PeriodPresets address={address} hoy={hoy}>
          {children}
        </PeriodPresets>
      }
      beside={
        <>
          <CombustibleTabs current={vista} />
          <ListExport
            call={{ line: 'GET /api/rendimiento/exportar', query }}
            disabled={wrong !== undefined || list.rows?.length === 0}
          />
        </>
      }
      empty={{ nothing: props.empty, narrowed: wrong ?? props.empty }}
      errorTitle="Error al cargar el rendimiento"
    />
  )
}
