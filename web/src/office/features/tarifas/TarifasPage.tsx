import { calls } from '@flota/contract/core/calls.ts'
import { formatFecha, formatInteger, formatQuetzales, fullName } from '@flota/contract/core/format.ts'
import type { Tarifa, tarifaOrders } from '@flota/contract/money/tarifas.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListButtons, ListPage } from '../../../list/ListPage.tsx'
import { type ListProps, listWithForm } from '../../../list/listWithForm.tsx'
import { type Column, stacked } from '../../../list/table/column.tsx'
import { editAction } from '../../../list/table/rowActions.ts'
import { toListState } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../../shared/columns.ts'
import { ListExport } from '../../shared/export/ExportControls.tsx'
import { ImportOffer } from '../../shared/export/ImportLink.tsx'
import { useRemoveAction } from '../../shared/useRemoveAction.ts'
import { tarifaName } from './words.ts'

const orders: Record<(typeof tarifaOrders)[number], string> = {
  nombre: 'Por origen y destino',
  '-origen': 'Por origen, de Z a A',
  '-precio': 'Mayor precio primero',
  precio: 'Menor precio primero',
  recientes: 'Más recientes primero',
}

const filters = {
  buscar: { kind: 'search', label: 'Buscar por lugar, servicio o cliente' },
  cliente_id: { kind: 'record', of: 'clientes', label: 'Cliente', all: 'Todos los clientes' },
  orden: { kind: 'order', label: 'Orden', words: orders },
} as const satisfies Filters

export const TarifasPage = listWithForm(
  'registro',
  TarifasList,
  async () => (await import('./form/TarifaForm.tsx')).TarifaForm,
)

function TarifasList({ formOf }: ListProps) {
  const address = useListAddress(filters)
  const list = toListState(useEndpoint('GET /api/tarifas', { query: address.query }), address)
  return (
    <ListPage
      title="Tarifas"
      address={address}
      list={list}
      columns={columnsFor(formOf)}
      nameOf={tarifaName}
      actions={[
        { ...editAction, to: ({ id }) => formOf(id) },
        useRemoveAction('DELETE /api/tarifas/:id', 'Error al eliminar la tarifa', (tarifa: Tarifa) => ({
          question: `¿Deseas eliminar la tarifa ${tarifaName(tarifa)}?`,
          detail: `${clienteOf(tarifa)} · ${formatQuetzales(tarifa.precio)} · ${validityText(tarifa)}`,
        })),
      ]}
      beside={
        <ListButtons>
          <ListExport
            importTipo="tarifas"
            call={{ line: 'GET /api/tarifas/exportar', query: address.activeFilters }}
            disabled={list.rows?.length === 0}
          />
        </ListButtons>
      }
      add={{ label: '+ Ingresar Tarifa', to: formOf(null), access: calls['POST /api/tarifas'] }}
      empty={{
        nothing: 'Todavía no hay tarifas. Con la primera, una ruta nueva trae su precio sin escribirlo.',
        offer: <ImportOffer tipo="tarifas" />,
        narrowed: 'Ninguna tarifa coincide con lo que buscas.',
      }}
      errorTitle="Error al cargar las tarifas"
    />
  )
}

const clienteOf = ({ cliente_nombre, cliente_apellido }: Tarifa) =>
  cliente_nombre === null ? 'Todos los clientes' : fullName(cliente_nombre, cliente_apellido)

const validityText = ({ vigente_desde, vigente_hasta }: Tarifa) =>
  `desde ${formatFecha(vigente_desde)}${vigente_hasta ? ` hasta ${formatFecha(vigente_hasta)}` : ''}`

function columnsFor(formOf: ListProps['formOf']): Column<Tarifa>[] {
  return [
    stacked(
      column('Origen', 'title', 14, ({ origen }) => origen, {
        card: tarifaName,
        sort: { asc: 'nombre', desc: '-origen' },
        href: ({ id }) => formOf(id),
      }),
      { label: 'Destino', phone: 'hidden', cell: ({ destino }) => destino },
    ),
    stacked(
      column('Cliente', 'line', 14, clienteOf, {
        href: ({ cliente_id }) =>
          cliente_id === null ? undefined : withId('/mostrar-clientes/:id', cliente_id),
      }),
      { label: 'Servicio', phone: 'note', cell: ({ servicio }) => servicio ?? 'Cualquier servicio' },
    ),
    oneLineColumn('Precio', 'figure', 7, ({ precio }) => formatQuetzales(precio), {
      numeric: true,
      sort: { asc: 'precio', desc: '-precio', startsDescending: true },
    }),
    {
      label: 'Duración',
      phone: 'note',
      width: 7,
      oneLine: true,
      cell: ({ duracion_min }) => duracion_min !== null && `${formatInteger(duracion_min)} min`,
      numeric: true,
      none: 'La usual',
    },
    stacked(
      oneLineColumn('Vigente desde', 'subtitle', 8, ({ vigente_desde }) => formatFecha(vigente_desde), {
        card: validityText,
      }),
      {
        label: 'Hasta',
        phone: 'hidden',
        cell: ({ vigente_hasta }) => (vigente_hasta ? formatFecha(vigente_hasta) : 'sin fin'),
      },
    ),
  ]
}
