import { calls } from '@flota/contract/core/calls.ts'
import { tripNameText } from '@flota/contract/core/tripNameText.ts'
import type { Movimiento } from '@flota/contract/money/movimientos.ts'
import { conceptos, movimientoEstadoWords, tipoWords } from '@flota/contract/records/dinero.ts'
import { Ban, CircleCheck, Clock, Printer } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { type Filters, wordOptions } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import { type Action, editAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress, withFixedParams } from '../../../list/useListAddress.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { printRecibo } from '../../shared/export/printFile.ts'
import { moneyPageSizes } from '../../shared/moneyLists.ts'
import { editMovimientoHref } from '../../shared/movimientos/hrefs.ts'
import { movimientoColumns } from '../../shared/movimientos/movimientoColumns.tsx'
import { movimientoName } from '../../shared/movimientos/movimientoTexts.ts'
import { NewMovimientoLinks } from '../../shared/movimientos/NewMovimientoLinks.tsx'
import { useMovementActions } from '../../shared/movimientos/useMovementActions.ts'
import { LazyReasonDialog } from '../../shared/reason/LazyReasonDialog.tsx'
import { DineroTabs } from './DineroTabs.tsx'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por piloto, ruta, NIT, serie o número', wide: true },
  chofer_id: { kind: 'record', of: 'choferes', label: 'Piloto', all: 'Todos los pilotos' },
  tipo: { kind: 'words', label: 'Tipo', words: { '': 'Todos', ...tipoWords } },
  concepto: { kind: 'words', label: 'Concepto', words: wordOptions('Todos', conceptos) },
  estado: { kind: 'words', label: 'Estado', words: { '': 'Todos', ...movimientoEstadoWords } },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
  orden: {
    kind: 'order',
    label: 'Orden',
    words: { recientes: 'Más recientes primero', antiguas: 'Más antiguas primero' },
  },
  ruta_id: { kind: 'id' },
  liquidacion_id: { kind: 'id' },
} as const satisfies Filters

const addressDefaults = withFixedParams({ vista: 'movimientos' })

export function MovimientosTab() {
  const address = useListAddress(filters, moneyPageSizes, addressDefaults)
  const list = toListState(
    useEndpoint('GET /api/movimientos', { query: { ...address.query, viaje: 'si' } }),
    address,
  )
  const movementActions = useMovementActions()
  const { que, fecha, piloto, ruta, descripcion, estado, liquidacion, monto } = movimientoColumns
  const one = address.values.ruta_id
    ? list.rows?.[0]?.no_ruta
    : address.values.liquidacion_id && list.rows?.[0]?.liquidacion
  const viaje = address.values.ruta_id ? list.rows?.[0]?.viaje : undefined
  const name = viaje && tripNameText(viaje)
  return (
    <>
      <ListPage
        title="Dinero"
        address={address}
        list={list}
        columns={[que, fecha, piloto, ruta, descripcion, liquidacion, estado, monto]}
        nameOf={movimientoName}
        actions={actionsOf(movementActions)}
        beside={
          <>
            <DineroTabs current="movimientos" />
            <ListExport
              call={{ line: 'GET /api/movimientos/exportar', query: address.activeFilters }}
              disabled={list.rows?.length === 0}
            />
            <NewMovimientoLinks />
          </>
        }
        notes={
          one && (
            <p className="flex flex-wrap items-center gap-x-3">
              <span>
                Solo los de <strong>{one}</strong>.{name && ` ${name}.`}
              </span>
              <button
                type="button"
                onClick={() => address.change({ ruta_id: '', liquidacion_id: '' })}
                className="text-link underline max-md:min-h-11"
              >
                Ver los de todos
              </button>
            </p>
          )
        }
        empty={{
          nothing: 'Todavía no hay movimientos. Aquí queda cada anticipo, gasto y devolución.',
          narrowed: 'Ningún movimiento coincide con lo que buscas.',
        }}
        errorTitle="Error al cargar los movimientos"
      />
      <LazyReasonDialog request={movementActions.reasonRequest} />
    </>
  )
}

/** A approves and R rejects the focused row, as in PilotoPage. */
function actionsOf({ approve, reject, reopen }: ReturnType<typeof useMovementActions>): Action<Movimiento>[] {
  const may = calls['PUT /api/movimientos/:id']
  const isOpen = (row: Movimiento) => row.liquidacion_id === null
  return [
    {
      label: 'Aprobar',
      Icon: CircleCheck,
      key: 'a',
      access: may,
      when: (row) => row.estado === 'registrado' && isOpen(row),
      act: (row) => void approve(row),
    },
    {
      ...editAction,
      access: may,
      when: (row) => row.estado !== 'anulado' && isOpen(row),
      to: ({ id }) => editMovimientoHref(id),
    },
    { label: 'Imprimir recibo', Icon: Printer, act: ({ id }) => void printRecibo(id) },
    {
      label: 'Dejar por revisar',
      Icon: Clock,
      access: may,
      when: (row) => row.estado !== 'registrado' && isOpen(row),
      act: (row) => void reopen(row),
    },
    {
      label: 'Rechazar o anular',
      Icon: Ban,
      key: 'r',
      danger: true,
      access: may,
      when: (row) => row.estado !== 'anulado' && isOpen(row),
      act: (row) => reject(row),
    },
  ]
}
