import { formatFecha, formatInteger, formatQuetzales, truncateText } from '@flota/contract/core/format.ts'
import { mantenimientoEstados } from '@flota/contract/records/estados.ts'
import { TriangleAlert } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { type Filters, wordOptions } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { editAction, showAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { oneLineColumn } from '../../shared/columns.ts'
import {
  EstadoMantenimiento,
  isOverdue,
  type Mantenimiento,
} from '../../shared/detail/EstadoMantenimiento.tsx'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { mantenimientoName } from '../../shared/mantenimientos/words.ts'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'

const orders = {
  pendientes: 'Pendientes primero',
  recientes: 'Más recientes primero',
  antiguas: 'Más antiguos primero',
}

const filters = {
  buscar: { kind: 'search', label: 'Buscar por descripción, taller o placa' },
  camion_id: { kind: 'record', of: 'camiones', label: 'Camión', all: 'Todos los camiones' },
  estado: { kind: 'words', label: 'Estado', words: wordOptions('Todos', mantenimientoEstados) },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

export const MantenimientosPage = listWithForm(
  'registro',
  MantenimientosList,
  async () => (await import('./form/MantenimientoForm.tsx')).MantenimientoForm,
)

const hrefOf = ({ id }: Mantenimiento) => withId('/ver-mantenimiento/:id', id)

/** The endpoint returns all rows; the page paginates them. */
function MantenimientosList({ formOf }: ListProps) {
  const address = useListAddress(filters)
  const answer = useEndpoint('GET /api/mantenimientos', { query: address.activeFilters })
  const listed = answer.data?.data.length ?? 0
  const total = answer.data?.total ?? 0
  const hoy = useToday()
  // In another order the rows that were read may lack some.
  const pending = useEndpoint('GET /api/mantenimientos', {
    query: { ...address.activeFilters, orden: 'pendientes' },
  })
  const overdue = pending.data?.data.filter((row) => isOverdue(row, hoy)).length ?? 0
  const showPlanned = () => address.change({ estado: 'Programado' })
  return (
    <ListPage
      title="Mantenimientos"
      address={address}
      list={toListState(answer, address)}
      notes={
        <>
          {overdue > 0 && (
            <OverdueNote count={overdue} onShow={address.values.estado ? undefined : showPlanned} />
          )}
          {total > listed && (
            <p className="text-muted">
              Se muestran los primeros {formatInteger(listed)} de {formatInteger(total)}. Busca o filtra para
              ver los demás.
            </p>
          )}
        </>
      }
      columns={columnsFor(hoy)}
      nameOf={mantenimientoName}
      actions={[
        { ...editAction, to: ({ id }) => formOf(id) },
        { ...showAction, to: hrefOf },
        useRemoveAction(
          'DELETE /api/mantenimientos/:id',
          'Error al eliminar el mantenimiento',
          ({ camion, fecha_programada, tipo, descripcion }: Mantenimiento) => ({
            question: `¿Deseas eliminar el mantenimiento del camión ${camion} programado para el ${formatFecha(fecha_programada)}?`,
            detail: `${tipo} · ${truncateText(descripcion, 80)}`,
          }),
        ),
      ]}
      beside={
        <ListButtons>
          <ListExport
            call={{ line: 'GET /api/mantenimientos/exportar', query: address.activeFilters }}
            disabled={total === 0}
          />
        </ListButtons>
      }
      add={{ label: '+ Ingresar Mantenimiento', to: formOf(null) }}
      empty={{
        nothing: 'Todavía no hay mantenimientos. Programa el primero: aquí verás cuáles se atrasan.',
        narrowed: 'Ningún mantenimiento coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar los mantenimientos"
    />
  )
}

function columnsFor(hoy: string | undefined): Column<Mantenimiento>[] {
  return [
    stacked(
      oneLineColumn('Camión', 'title', 8.5, ({ camion }) => camion, { href: hrefOf }),
      { label: 'Tipo', phone: 'note', cell: ({ tipo }) => tipo },
    ),
    stacked(
      {
        label: 'Descripción',
        phone: 'line',
        cell: ({ descripcion }) => descripcion,
        card: ({ descripcion }) => <span className="line-clamp-3">{descripcion}</span>,
      },
      { label: 'Taller', phone: 'note', cell: ({ taller }) => taller },
    ),
    stacked(
      oneLineColumn('Programada', 'subtitle', 7, ({ fecha_programada }) => formatFecha(fecha_programada), {
        card: ({ fecha_programada, fecha_realizada }) =>
          fecha_realizada
            ? `Realizado el ${formatFecha(fecha_realizada)}`
            : `Programado para el ${formatFecha(fecha_programada)}`,
        sort: { asc: 'antiguas', desc: 'recientes', startsDescending: true },
      }),
      {
        label: 'Realizada',
        phone: 'hidden',
        cell: ({ fecha_realizada }) => fecha_realizada && formatFecha(fecha_realizada),
      },
    ),
    {
      label: 'Kilometraje',
      phone: 'note',
      width: 7.5,
      oneLine: true,
      cell: ({ kilometraje }) => kilometraje !== null && `${formatInteger(kilometraje)} km`,
      numeric: true,
    },
    oneLineColumn('Costo', 'figure', 7, ({ costo }) => costo !== null && formatQuetzales(costo), {
      numeric: true,
    }),
    oneLineColumn('Estado', 'badge', 15.75, (row) => <EstadoMantenimiento mantenimiento={row} hoy={hoy} />, {
      card: (row) => <EstadoMantenimiento mantenimiento={row} hoy={hoy} short />,
    }),
  ]
}

/** Shows the overdue count of all pages; `onShow` is undefined while a filter is set. */
function OverdueNote({ count, onShow }: { count: number; onShow: (() => void) | undefined }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 font-semibold text-incidente">
      <span className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0" />
        {count === 1
          ? 'Hay 1 mantenimiento atrasado.'
          : `Hay ${formatInteger(count)} mantenimientos atrasados.`}
      </span>
      {onShow && (
        <button type="button" onClick={onShow} className="text-link underline max-md:min-h-11">
          Ver los programados
        </button>
      )}
    </p>
  )
}
