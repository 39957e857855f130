import { useEndpoint, useEndpointWhile } from '../../api/cache/queries.ts'
import type { RequestOf } from '../../api/call.ts'
import { listOf } from '../../list/listOf.ts'
import type { ListAddress } from '../../list/useListAddress.ts'
import { endsWithin, type Plazo } from './plazos.ts'

type Asked = NonNullable<RequestOf<'GET /api/documentos'>['query']>

interface Wanted extends Pick<ListAddress, 'pagina' | 'porPagina'> {
  plazo: Plazo
  /** Also the replaced ones. */
  historial: 'si' | undefined
  /** The other filters. */
  asked: Asked
}

/** The lines of a list and how many each button would show. The server pages all but what ends within some days. */
export function usePapeles({ plazo, historial, asked, ...page }: Wanted) {
  const within = endsWithin(plazo)
  const estado = plazo === 'vencido' || plazo === 'falta' ? plazo : undefined
  const query = { ...asked, ...page, ...(estado && { estado }), ...(historial && { historial }) }
  const listed = useEndpointWhile('GET /api/documentos', within ? null : { query })
  // Those that end first, of all pages.
  const next = useEndpoint('GET /api/documentos', { query: asked })
  const missing = useEndpoint('GET /api/documentos', { query: { ...asked, estado: 'falta', porPagina: 1 } })

  const { data, error, isPlaceholderData, refetch } = within ? next : listed
  const shown = within && data ? { data: data.data.filter(within) } : data
  return {
    list: listOf({ data: shown, error, isPlaceholderData, refetch }, page),
    /** Undefined while unknown. */
    countOf: (each: Plazo): number | undefined => {
      if (each === '') return undefined
      if (each === 'falta') return missing.data?.paginacion.total
      const belongs = endsWithin(each)
      return next.data?.data.filter((papel) => (belongs ? belongs(papel) : papel.estado === each)).length
    },
  }
}
