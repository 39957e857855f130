import { nombreCompleto, telefono } from '@flota/contract/format.ts'
import { useEffect, useState } from 'react'
import { useEndpointWhile } from '../api/cache/queries.ts'
import { type AnswerOf, call } from '../api/call.ts'

const pauseInTyping = 150
const shown = 20

/** The text once the fingers rest; the first one at once. */
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

interface Option {
  id: number
  text: string
  /** What tells two of the same name apart. */
  note: string
}

/** What a combobox finds in a catalogue: the server searches, without regard to case and accents. */
const searchIn =
  <L extends CatalogueLine>(line: L, failed: string, toOption: (row: RowOf<L>) => Option) =>
  (text: string | null) => {
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
  }

/** The same, once: for a text that was typed faster than its search answered. */
const findIn =
  <L extends CatalogueLine>(line: L, toOption: (row: RowOf<L>) => Option) =>
  async (buscar: string): Promise<Option[]> => {
    const { data } = await call<CatalogueLine>(line, { query: { buscar, porPagina: 100 } })
    return data.map((row) => toOption(row as RowOf<L>))
  }

const clienteOption = (cliente: RowOf<'GET /api/clientes'>) => ({
  id: cliente.id,
  text: nombreCompleto(cliente.nombre, cliente.apellido),
  note: telefono(cliente.telefono),
})
const camionOption = (camion: RowOf<'GET /api/camiones'>) => ({
  id: camion.id,
  text: camion.placa,
  note: `${camion.marca} ${camion.modelo}`,
})
const choferOption = (chofer: RowOf<'GET /api/choferes'>) => ({
  id: chofer.id,
  text: nombreCompleto(chofer.nombre, chofer.apellido),
  note: `Licencia ${chofer.tipo_licencia}`,
})
const ayudanteOption = (ayudante: RowOf<'GET /api/ayudantes'>) => ({
  id: ayudante.id,
  text: nombreCompleto(ayudante.nombre, ayudante.apellido),
  note: telefono(ayudante.telefono),
})

export const useClientes = searchIn('GET /api/clientes', 'Error al cargar los clientes', clienteOption)
export const useCamiones = searchIn('GET /api/camiones', 'Error al cargar los camiones', camionOption)
export const useChoferes = searchIn('GET /api/choferes', 'Error al cargar los choferes', choferOption)
export const useAyudantes = searchIn('GET /api/ayudantes', 'Error al cargar los ayudantes', ayudanteOption)

export const findClientes = findIn('GET /api/clientes', clienteOption)
export const findCamiones = findIn('GET /api/camiones', camionOption)
export const findChoferes = findIn('GET /api/choferes', choferOption)
export const findAyudantes = findIn('GET /api/ayudantes', ayudanteOption)
