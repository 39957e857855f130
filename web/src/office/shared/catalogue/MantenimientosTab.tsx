import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { toListState } from '../../../list/toListState.ts'
import { withId } from '../../../shell/paths.ts'
import { column, oneLineColumn } from '../columns.ts'
import { EstadoMantenimiento, type Mantenimiento } from '../detail/EstadoMantenimiento.tsx'
import { RowsTab, tabPage } from '../detail/RowsTab.tsx'

export function MantenimientosTab({ camion_id }: { camion_id: number }) {
  const answer = useEndpoint('GET /api/mantenimientos', { query: { camion_id, orden: 'pendientes' } })
  const hoy = useToday()
  return (
    <RowsTab
      title="Mantenimientos"
      list={toListState(answer, tabPage)}
      columns={[
        {
          label: 'Programada',
          phone: 'title',
          width: 8,
          oneLine: true,
          cell: ({ fecha_programada }: Mantenimiento) => formatFecha(fecha_programada),
          href: ({ id }) => withId('/ver-mantenimiento/:id', id),
        },
        oneLineColumn('Tipo', 'subtitle', 8, ({ tipo }: Mantenimiento) => tipo),
        column('Descripción', 'line', 20, ({ descripcion }: Mantenimiento) => descripcion),
        column('Costo', 'figure', 7, ({ costo }: Mantenimiento) => costo !== null && formatQuetzales(costo), {
          numeric: true,
        }),
        oneLineColumn(
          'Estado',
          'badge',
          15.75,
          (row: Mantenimiento) => <EstadoMantenimiento mantenimiento={row} hoy={hoy} />,
          { card: (row) => <EstadoMantenimiento mantenimiento={row} hoy={hoy} short /> },
        ),
      ]}
      href={`/mantenimientos?camion_id=${camion_id}`}
      exporting={{
        call: { line: 'GET /api/mantenimientos/exportar', query: { camion_id, orden: 'pendientes' } },
      }}
      empty="Todavía no tiene mantenimientos."
      errorTitle="Error al cargar los mantenimientos"
    />
  )
}
