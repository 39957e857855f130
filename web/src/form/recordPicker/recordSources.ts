import type { CatalogueName } from '@flota/contract/catalogues.ts'
import { nombreCompleto, telefono } from '@flota/contract/format.ts'
import { registros } from '@flota/contract/registros.ts'
import { useEndpoint, useEndpointWhile } from '../../api/cache/queries.ts'
import { type AnswerOf, call } from '../../api/call.ts'
import { useRested } from '../../ui/useDebouncedText.ts'
import type { Option, Search } from '../useCombobox.ts'

const shown = 20

type Name = CatalogueName | 'usuarios'
type ListLine = `GET /api/${Name}`
type RowOf<N extends Name> = AnswerOf<`GET /api/${N}/:id`>['data']

/** A list of records as a combobox source: the server searches without regard to case and accents. */
const sourceIn = <N extends Name>(name: N, failed: string, toOption: (row: RowOf<N>) => Option) => ({
  useSearch: (text: string | null): Search => {
    const rested = useRested(text)
    const query = { buscar: rested ?? '', porPagina: shown }
    // All lists take the same query; their rows are told apart by `toOption`.
    const found = useEndpointWhile<ListLine>(`GET /api/${name}`, rested === null ? null : { query })
    return {
      options: found.data?.data.map((row) => toOption(row as RowOf<N>)),
      settled: rested === text && found.data !== undefined && !found.isPlaceholderData,
      failed: found.error && !found.isFetching ? failed : null,
      more: (found.data?.paginacion.total ?? 0) > shown,
      retry: () => void found.refetch(),
    }
  },
  find: async (buscar: string) => {
    const { data } = await call<ListLine>(`GET /api/${name}`, { query: { buscar, porPagina: 100 } })
    return data.map((row) => toOption(row as RowOf<N>))
  },
  /** A hook that reads a record's name, for an address, which has only its id. */
  useName: (id: string) => {
    const { data, error } = useEndpoint<`${ListLine}/:id`>(`GET /api/${name}/:id`, { params: { id } })
    if (error) return registros[name].notFound
    return data ? toOption(data.data as RowOf<N>).text : ''
  },
})

export const sources = {
  clientes: sourceIn('clientes', 'Error al cargar los clientes', (cliente) => ({
    id: cliente.id,
    text: nombreCompleto(cliente.nombre, cliente.apellido),
    note: telefono(cliente.telefono),
  })),
  camiones: sourceIn('camiones', 'Error al cargar los camiones', (camion) => ({
    id: camion.id,
    text: camion.placa,
    note: `${camion.marca} ${camion.modelo}`,
  })),
  choferes: sourceIn('choferes', 'Error al cargar los choferes', (chofer) => ({
    id: chofer.id,
    text: nombreCompleto(chofer.nombre, chofer.apellido),
    note: `Licencia ${chofer.tipo_licencia}`,
  })),
  ayudantes: sourceIn('ayudantes', 'Error al cargar los ayudantes', (ayudante) => ({
    id: ayudante.id,
    text: nombreCompleto(ayudante.nombre, ayudante.apellido),
    note: telefono(ayudante.telefono),
  })),
  usuarios: sourceIn('usuarios', 'Error cargando usuarios', ({ id, username }) => ({
    id,
    text: username,
  })),
}
