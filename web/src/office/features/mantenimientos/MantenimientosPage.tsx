import { calls } from '@flota/contract/calls.ts'
import { mantenimientoEstados } from '@flota/contract/estados.ts'
import { entero, fecha, quetzales, recortar } from '@flota/contract/format.ts'
import { TriangleAlert } from 'lucide-react'
import { useEndpoint, useSave } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { type Filters, wordsOf } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { edit, remove, show } from '../../../list/table/rowActions.ts'
import { listOf } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { EstadoOf, isOverdue, type Mantenimiento } from '../../shared/detail/EstadoMantenimiento.tsx'
import { ListExport } from '../../shared/export/ListExport.tsx'
import { mantenimientoName } from './words.ts'

const orders = { pendientes: 'Pendientes primero', recientes: 'Más recientes primero' }

const filters = {
  buscar: { kind: 'search', label: 'Buscar por descripción, taller o placa' },
  camion_id: { kind: 'record', of: 'camiones', label: 'Camión', all: 'Todos los camiones', folds: true },
  estado: { kind: 'words', label: 'Estado', words: wordsOf('Todos', mantenimientoEstados), folds: true },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

export const MantenimientosPage = listWithForm(
  'registro',
  MantenimientosList,
  async () => (await import('./form/MantenimientoForm.tsx')).MantenimientoForm,
)

const hrefOf = ({ id }: Mantenimiento) => withId('/ver-mantenimiento/:id', id)

/** The call gives all rows: they are paged here. */
function MantenimientosList({ formOf }: ListProps) {
  const address = useListAddress(filters)
  const answer = useEndpoint('GET /api/mantenimientos', { query: address.asked })
  const given = answer.data?.data.length ?? 0
  const total = answer.data?.total ?? 0
  const hoy = useToday()
  const late = answer.data?.data.filter((row) => isOverdue(row, hoy)).length ?? 0
  const showPlanned = () => address.change({ estado: 'Programado' })
  const send = useSave('DELETE /api/mantenimientos/:id')
  return (
    <ListPage
      title="Mantenimientos"
      address={address}
      list={listOf(answer, address)}
      notes={
        <>
          {late > 0 && <LateNote count={late} onShow={address.values.estado ? undefined : showPlanned} />}
          {total > given && (
            <p className="text-muted">
              Se muestran los primeros {entero(given)} de {entero(total)}. Busca o filtra para ver los demás.
            </p>
          )}
        </>
      }
      columns={columnsFor(hoy)}
      nameOf={mantenimientoName}
      actions={[
        { ...edit, to: ({ id }) => formOf(id) },
        { ...show, to: hrefOf },
        {
          ...remove,
          ask: ({ id, version, camion, fecha_programada, tipo, descripcion }) => ({
            question: `¿Deseas eliminar el mantenimiento del camión ${camion} programado para el ${fecha(fecha_programada)}?`,
            detail: `${tipo} · ${recortar(descripcion, 80)}`,
            act: () => send({ params: { id }, query: { version } }),
            failed: (cause) => cause || 'Error al eliminar el mantenimiento',
          }),
        },
      ]}
      beside={
        <ListButtons>
          <ListExport
            call={{ line: 'GET /api/mantenimientos/exportar', query: address.asked }}
            may={[calls['GET /api/mantenimientos/exportar']]}
            disabled={total === 0}
          />
        </ListButtons>
      }
      add={{ label: '+ Ingresar Mantenimiento', to: formOf(null) }}
      empty={{
        nothing: 'Todavía no hay mantenimientos. Programa el primero: aquí verás cuáles se atrasan.',
        narrowed: 'Ningún mantenimiento coincide con lo que buscas.',
      }}
      failed="Error al cargar los mantenimientos"
    />
  )
}

/** A card shows truck and state, then date and cost, then the work. */
function columnsFor(hoy: string | undefined): Column<Mantenimiento>[] {
  return [
    stacked(
      {
        label: 'Camión',
        phone: 'title',
        width: 8.5,
        oneLine: true,
        cell: ({ camion }) => camion,
        href: hrefOf,
      },
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
      {
        label: 'Programada',
        phone: 'subtitle',
        width: 7,
        oneLine: true,
        cell: ({ fecha_programada }) => fecha(fecha_programada),
        card: ({ fecha_programada, fecha_realizada }) =>
          fecha_realizada
            ? `Realizado el ${fecha(fecha_realizada)}`
            : `Programado para el ${fecha(fecha_programada)}`,
      },
      {
        label: 'Realizada',
        phone: 'hidden',
        cell: ({ fecha_realizada }) => fecha_realizada && fecha(fecha_realizada),
      },
    ),
    {
      label: 'Kilometraje',
      phone: 'note',
      width: 7.5,
      numeric: true,
      oneLine: true,
      cell: ({ kilometraje }) => kilometraje !== null && `${entero(kilometraje)} km`,
    },
    {
      label: 'Costo',
      phone: 'figure',
      width: 7,
      numeric: true,
      oneLine: true,
      cell: ({ costo }) => costo !== null && quetzales(costo),
    },
    {
      label: 'Estado',
      phone: 'badge',
      width: 15.75,
      oneLine: true,
      cell: (row) => <EstadoOf mantenimiento={row} hoy={hoy} />,
    },
  ]
}

/** The count of late ones, above the list whatever page it is on; without `onShow` while they are shown. */
function LateNote({ count, onShow }: { count: number; onShow: (() => void) | undefined }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 font-semibold text-incidente">
      <span className="flex items-center gap-2">
        <TriangleAlert aria-hidden="true" className="size-4.5 shrink-0" />
        {count === 1 ? 'Hay 1 mantenimiento atrasado.' : `Hay ${entero(count)} mantenimientos atrasados.`}
      </span>
      {onShow && (
        <button type="button" onClick={onShow} className="text-link underline max-md:min-h-11">
          Ver los programados
        </button>
      )}
    </p>
  )
}
