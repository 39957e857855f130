import { useEndpoint } from '../../api/cache/queries.ts'
import { camiones } from '../../form/catalogos.ts'
import { RecordFilter } from '../../list/RecordFilter.tsx'

interface Props {
  id: string
  onChange: (id: string) => void
}

/** Narrows the records to those of one truck. */
export const CamionFilter = (props: Props) => (
  <RecordFilter
    {...props}
    label="Camión"
    all="Todos los camiones"
    useSearch={camiones.useSearch}
    useName={usePlaca}
  />
)

function usePlaca(id: string) {
  const { data, error } = useEndpoint('GET /api/camiones/:id', { params: { id } })
  return error ? 'Camión no encontrado' : (data?.data.placa ?? '')
}
