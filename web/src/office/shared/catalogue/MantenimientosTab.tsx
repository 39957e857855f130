import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import { toListState } from '../../../list/toListState.ts'
import { withId } from '../../../shell/paths.ts'
import { EstadoMantenimiento } from '../detail/EstadoMantenimiento.tsx'
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
          cell: ({ fecha_programada }) => formatFecha(fecha_programada),
          href: ({ id }) => withId('/ver-mantenimiento/:id', id),
        },
        { label: 'Tipo', phone: 'subtitle', width: 8, oneLine: true, cell: ({ tipo }) => tipo },
        { label: 'Descripción', phone: 'line', width: 20, cell: ({ descripcion }) => descripcion },
        {
          label: 'Costo',
          phone: 'figure',
          width: 7,
          numeric: true,
          cell: ({ costo }) => costo !== null && formatQuetzales(costo),
        },
        {
          label: 'Estado',
          phone: 'badge',
          width: 15.75,
          oneLine: true,
          cell: (row) => <EstadoMantenimiento mantenimiento={row} hoy={hoy} />,
        },
      ]}
      href={`/mantenimientos?camion_id=${camion_id}`}
      empty="Todavía no tiene mantenimientos."
      errorTitle="Error al cargar los mantenimientos"
    />
  )
}
