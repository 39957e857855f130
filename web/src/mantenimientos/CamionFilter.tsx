import { useCamiones } from '../api/catalogos.ts'
import { useEndpoint } from '../api/queries.ts'
import { RecordFilter } from '../ui/RecordFilter.tsx'

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
    useSearch={useCamiones}
    useName={usePlaca}
  />
)

function usePlaca(id: string) {
  const { data, error } = useEndpoint('GET /api/camiones/:id', { params: { id } })
  return error ? 'Camión no encontrado' : (data?.data.placa ?? '')
}
