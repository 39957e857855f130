import { nombreCompleto, telefono } from '@flota/contract/format.ts'
import { useEffect, useState } from 'react'
import type { AnswerOf } from './call.ts'
import { useEndpointWhile } from './queries.ts'

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

export const useClientes = searchIn('GET /api/clientes', 'Error al cargar los clientes', (cliente) => ({
  id: cliente.id,
  text: nombreCompleto(cliente.nombre, cliente.apellido),
  note: telefono(cliente.telefono),
}))

export const useCamiones = searchIn('GET /api/camiones', 'Error al cargar los camiones', (camion) => ({
  id: camion.id,
  text: camion.placa,
  note: `${camion.marca} ${camion.modelo}`,
}))

export const useChoferes = searchIn('GET /api/choferes', 'Error al cargar los choferes', (chofer) => ({
  id: chofer.id,
  text: nombreCompleto(chofer.nombre, chofer.apellido),
  note: `Licencia ${chofer.tipo_licencia}`,
}))

export const useAyudantes = searchIn('GET /api/ayudantes', 'Error al cargar los ayudantes', (ayudante) => ({
  id: ayudante.id,
  text: nombreCompleto(ayudante.nombre, ayudante.apellido),
  note: telefono(ayudante.telefono),
}))
