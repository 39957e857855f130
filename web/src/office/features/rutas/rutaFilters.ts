import { calls } from '@flota/contract/core/calls.ts'
import { type RutaEstado, rutaEstados } from '@flota/contract/records/estados.ts'
import type { RutaQuery } from '@flota/contract/trips/rutas.ts'
import { type Filters, wordOptions } from '../../../list/filters.ts'

const campos: Record<RutaQuery['campo'], string> = {
  todos: 'Todos los campos',
  no_ruta: 'Número de ruta',
  cliente: 'Cliente',
  servicio: 'Servicio',
}
const searchHints: Record<string, string> = {
  todos: 'número, cliente, servicio o piloto',
  no_ruta: 'número de ruta',
  cliente: 'cliente',
  servicio: 'servicio',
}
const orders: Record<NonNullable<RutaQuery['orden']>, string> = {
  recientes: 'Más recientes primero',
  antiguas: 'Más antiguas primero',
  ascendente: 'Número, ascendente',
  descendente: 'Número, descendente',
  cliente: 'Cliente, de la A a la Z',
  '-cliente': 'Cliente, de la Z a la A',
  piloto: 'Piloto, de la A a la Z',
  '-piloto': 'Piloto, de la Z a la A',
  '-precio': 'Mayor precio primero',
  precio: 'Menor precio primero',
}

/** A filter behind Más filtros while it is empty. */
const foldedRecordFilter = (
  of: 'choferes' | 'ayudantes' | 'camiones',
  name: string,
  label: string,
  all: string,
) =>
  ({
    kind: 'record',
    of,
    label,
    all,
    access: calls[`GET /api/${of}`],
    folds: (values: Readonly<Record<string, string>>) => !values[name],
  }) as const

/** Choice of the status filter that is no status. */
const lateChoice = 'Con retraso' as const

/** Returns the query of the call: the choice 'Con retraso' is another parameter. */
export const toRutasQuery = <T extends { estado?: RutaEstado | typeof lateChoice | undefined }>({
  estado,
  ...query
}: T) => ({ ...query, ...(estado === lateChoice ? { retraso: 'si' as const } : { estado }) })

export const rutaFilters = {
  campo: { kind: 'words', label: 'Buscar por', words: campos, restarts: ['cliente_id', 'orden'] },
  buscar: { kind: 'search', label: ({ campo = '' }) => `Buscar ${searchHints[campo] ?? ''}` },
  cliente_id: {
    kind: 'record',
    of: 'clientes',
    label: 'Cliente',
    all: 'Todos los clientes',
    access: calls['GET /api/clientes'],
    folds: ({ campo, cliente_id }) => campo !== 'cliente' && cliente_id === '',
  },
  chofer_id: foldedRecordFilter('choferes', 'chofer_id', 'Piloto', 'Todos los pilotos'),
  ayudante_id: foldedRecordFilter('ayudantes', 'ayudante_id', 'Ayudante', 'Todos los ayudantes'),
  camion_id: foldedRecordFilter('camiones', 'camion_id', 'Camión', 'Todos los camiones'),
  orden: {
    kind: 'order',
    label: 'Orden',
    words: orders,
    isVisible: ({ campo, orden }) => campo === 'no_ruta' || orden !== 'recientes',
  },
  estado: {
    kind: 'words',
    label: 'Estado',
    words: wordOptions('Todos', [...rutaEstados, lateChoice]),
  },
  desde: { kind: 'day', label: 'Desde' },
  hasta: { kind: 'day', label: 'Hasta' },
} as const satisfies Filters
