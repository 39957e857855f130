import { nombreCompleto, telefono } from '@flota/contract/format.ts'
import { useEffect, useState } from 'react'
import { useEndpointWhile } from '../api/cache/queries.ts'
import { type AnswerOf, call } from '../api/call.ts'
import type { ChoiceSource, Option } from './useCombobox.ts'

const pauseInTyping = 150
const shown = 20

/** The text after a typing pause; the first one at once. */
function useRested(text: string | null) {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setRested(text), text === null ? 0 : pauseInTyping)
    return () => window.clearTimeout(timer)
  }, [text])
  return text === null ? null : (rested ?? text)
}

type CatalogueLine = 'GET /api/clientes' | 'GET /api/camiones' | 'GET /api/choferes' | 'GET /api/ayudantes'
type RowOf<L extends CatalogueLine> = AnswerOf<L>['data'] extends readonly (infer Row)[] ? Row : never

/** A catalogue as a combobox source: the server searches without regard to case and accents. */
const sourceIn = <L extends CatalogueLine>(
  line: L,
  failed: string,
  toOption: (row: RowOf<L>) => Option,
): ChoiceSource => ({
  useSearch: (text) => {
    const rested = useRested(text)
    const query = { buscar: rested ?? '', porPagina: shown }
    // The four lines take the same query; their rows are told apart by `toOption`.
    const found = useEndpointWhile<CatalogueLine>(line, rested === null ? null : { query })
    return {
      options: found.data?.data.map((row) => toOption(row as RowOf<L>)),
      settled: rested === text && found.data !== undefined && !found.isPlaceholderData,
      failed: found.error && !found.isFetching ? failed : null,
      more: (found.data?.paginacion.total ?? 0) > shown,
      retry: () => void found.refetch(),
    }
  },
  find: async (buscar) => {
    const { data } = await call<CatalogueLine>(line, { query: { buscar, porPagina: 100 } })
    return data.map((row) => toOption(row as RowOf<L>))
  },
})

export const clientes = sourceIn('GET /api/clientes', 'Error al cargar los clientes', (cliente) => ({
  id: cliente.id,
  text: nombreCompleto(cliente.nombre, cliente.apellido),
  note: telefono(cliente.telefono),
}))

export const camiones = sourceIn('GET /api/camiones', 'Error al cargar los camiones', (camion) => ({
  id: camion.id,
  text: camion.placa,
  note: `${camion.marca} ${camion.modelo}`,
}))

export const choferes = sourceIn('GET /api/choferes', 'Error al cargar los choferes', (chofer) => ({
  id: chofer.id,
  text: nombreCompleto(chofer.nombre, chofer.apellido),
  note: `Licencia ${chofer.tipo_licencia}`,
}))

export const ayudantes = sourceIn('GET /api/ayudantes', 'Error al cargar los ayudantes', (ayudante) => ({
  id: ayudante.id,
  text: nombreCompleto(ayudante.nombre, ayudante.apellido),
  note: telefono(ayudante.telefono),
}))
