import { type RutaEstado, rutaEstados } from '@flota/contract/estados.ts'
import type { RutaQuery } from '@flota/contract/rutas.ts'
import { useListAddress } from '../../list/useListAddress.ts'

type Campo = RutaQuery['campo']
type Orden = NonNullable<RutaQuery['orden']>

export const campos: Record<Campo, string> = {
  todos: 'Todos los campos',
  no_ruta: 'Número de ruta',
  cliente: 'Cliente',
  servicio: 'Servicio',
}

export const ordenes: Record<Orden, string> = {
  recientes: 'Más recientes primero',
  antiguas: 'Más antiguas primero',
  ascendente: 'Número, ascendente',
  descendente: 'Número, descendente',
}

const filters = ['campo', 'cliente_id', 'estado', 'desde', 'hasta'] as const
export type RutaFilter = (typeof filters)[number]

const keyOf = <Key extends string>(words: Record<Key, string>, value: string): Key | undefined =>
  // Object.keys forgets the keys that it was given.
  (Object.keys(words) as Key[]).find((key) => key === value)
const only = (pattern: RegExp, value: string) => (pattern.test(value) ? value : '')
const isoDate = /^\d{4}-\d{2}-\d{2}$/

/** What narrows and orders the list, as its address says it; what is no value of a filter is as if absent. */
export function useRutasAddress() {
  const { address, change } = useListAddress<RutaFilter>('recientes', filters)
  const campo = keyOf(campos, address.campo) ?? 'todos'
  const estado: RutaEstado | undefined = rutaEstados.find((each) => each === address.estado)
  const query = {
    pagina: address.pagina,
    porPagina: address.porPagina,
    buscar: address.buscar,
    campo,
    cliente_id: only(/^[1-9]\d*$/, address.cliente_id),
    estado,
    desde: only(isoDate, address.desde),
    hasta: only(isoDate, address.hasta),
    orden: keyOf(ordenes, address.orden) ?? 'recientes',
  }
  const narrowed = Boolean(query.buscar || query.cliente_id || estado || query.desde || query.hasta)
  const clear = () =>
    change({ buscar: '', campo: '', cliente_id: '', estado: '', desde: '', hasta: '', orden: 'recientes' })
  return { query, narrowed, change, clear }
}

export type RutasAddress = ReturnType<typeof useRutasAddress>
