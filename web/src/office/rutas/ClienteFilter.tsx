import { nombreCompleto } from '@flota/contract/format.ts'
import { useEndpoint } from '../../api/cache/queries.ts'
import { clientes } from '../../form/catalogos.ts'
import { RecordFilter } from '../../list/RecordFilter.tsx'

interface Props {
  id: string
  onChange: (id: string) => void
}

/** Narrows the routes to those of one client. */
export const ClienteFilter = (props: Props) => (
  <RecordFilter
    {...props}
    label="Cliente"
    all="Todos los clientes"
    useSearch={clientes.useSearch}
    useName={useClienteName}
  />
)

function useClienteName(id: string) {
  const { data, error } = useEndpoint('GET /api/clientes/:id', { params: { id } })
  if (error) return 'Cliente no encontrado'
  return data ? nombreCompleto(data.data.nombre, data.data.apellido) : ''
}
