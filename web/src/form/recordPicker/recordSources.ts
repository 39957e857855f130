import { describeCamion, formatTelefono, fullName } from '@flota/contract/core/format.ts'
import type { CatalogueName } from '@flota/contract/records/catalogues.ts'
import { clientKey, personKey, plateKey } from '@flota/contract/records/comparison.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { useEndpoint, useEndpointIf } from '../../api/cache/queries.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { useDebouncedText } from '../../ui/useDebouncedText.ts'
import type { ChoiceSource, ComboboxSearch, Option } from '../useCombobox.ts'

const pageSize = 20

type SourceName = CatalogueName | 'usuarios'
type ListLine = `GET /api/${SourceName}`
type RowOf<N extends SourceName> = AnswerOf<`GET /api/${N}/:id`>['data']

/** Creates a combobox source of a list. The server ignores case and accents. */
const createRecordSource = <N extends SourceName>(
  name: N,
  failed: string,
  toOption: (row: RowOf<N>) => Option,
  keyOf?: ChoiceSource['keyOf'],
) => ({
  keyOf,
  useSearch: (text: string | null): ComboboxSearch => {
    const debounced = useDebouncedText(text)
    const query = { buscar: debounced ?? '', porPagina: pageSize }
    // All lists have the same query; only `toOption` depends on the row type.
    const found = useEndpointIf<ListLine>(`GET /api/${name}`, debounced === null ? null : { query })
    return {
      options: found.data?.data.map((row) => toOption(row as RowOf<N>)),
      settled: debounced === text && found.data !== undefined && !found.isPlaceholderData,
      failed: found.error && !found.isFetching ? failed : null,
      more: (found.data?.paginacion.total ?? 0) > pageSize,
      retry: () => void found.refetch(),
    }
  },
  find: async (text: string): Promise<Option[]> => {
    const list = async (query: { buscar: string } | { nombre: string }) => {
      const { data } = await call<ListLine>(`GET /api/${name}`, { query: { ...query, porPagina: 100 } })
      return data.map((row) => toOption(row as RowOf<N>))
    }
    // Users have no aliases.
    const named = keyOf ? await list({ nombre: text }) : []
    return named.length > 0 ? named.map((option) => ({ ...option, isNamed: true })) : list({ buscar: text })
  },
  /** Hook that reads a record's name by the id in the page's address. */
  useName: (id: string) => {
    const { data, error } = useEndpoint<`${ListLine}/:id`>(`GET /api/${name}/:id`, { params: { id } })
    if (error) return registros[name].notFound
    return data ? toOption(data.data as RowOf<N>).text : ''
  },
})

export const recordSources = {
  clientes: createRecordSource(
    'clientes',
    'Error al cargar los clientes',
    (cliente) => ({
      id: cliente.id,
      text: fullName(cliente.nombre, cliente.apellido),
      note: formatTelefono(cliente.telefono),
    }),
    clientKey,
  ),
  camiones: createRecordSource(
    'camiones',
    'Error al cargar los camiones',
    (camion) => ({
      id: camion.id,
      text: camion.placa,
      note: describeCamion(camion.marca, camion.modelo, camion.numero_unidad),
    }),
    plateKey,
  ),
  choferes: createRecordSource(
    'choferes',
    'Error al cargar los choferes',
    (chofer) => ({
      id: chofer.id,
      text: fullName(chofer.nombre, chofer.apellido),
      note: `Licencia ${chofer.tipo_licencia ?? 'N/A'}`,
    }),
    personKey,
  ),
  ayudantes: createRecordSource(
    'ayudantes',
    'Error al cargar los ayudantes',
    (ayudante) => ({
      id: ayudante.id,
      text: fullName(ayudante.nombre, ayudante.apellido),
      note: formatTelefono(ayudante.telefono),
    }),
    personKey,
  ),
  usuarios: createRecordSource('usuarios', 'Error cargando usuarios', ({ id, username }) => ({
    id,
    text: username,
  })),
}
