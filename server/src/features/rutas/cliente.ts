import { sentences } from '@flota/contract/core/sentences.ts'
import type { Catalogues } from '@flota/contract/records/catalogues.ts'
import type { CatalogueValues } from '@flota/contract/records/definition.ts'
import type { RutaValues } from '@flota/contract/trips/rutas.ts'
import { insert } from '../../platform/db/records.ts'
import { normalize, searchText } from '../../platform/db/search.ts'
import { type Db, lock, many, sql } from '../../platform/db/sql.ts'

/** The client of a form. `id` is 0 if none matches; then `campo` and `problem` describe the error. */
export interface ClienteMatch {
  id: number
  campo: 'cliente_id' | 'cliente'
  problem: string
}

const toClienteMatch = (id: number, problem: string = sentences.unknownCliente): ClienteMatch => ({
  id,
  campo: 'cliente',
  problem,
})

/** Finds a form's client by id, or by name if there is no id. */
export const resolveCliente = async (
  { cliente_id, cliente }: Pick<RutaValues, 'cliente_id' | 'cliente'>,
  byName: (name: string) => Promise<ClienteMatch>,
): Promise<ClienteMatch> =>
  cliente_id == null
    ? byName(cliente ?? '')
    : { id: cliente_id, campo: 'cliente_id', problem: sentences.unknownCliente }

/** Finds a client by "nombre apellido", ignoring case, accents and repeated spaces. */
export async function findClienteByName(db: Db, name: string): Promise<ClienteMatch> {
  const [first, second] = await many<{ id: number }>(
    db,
    sql`select id from clientes
      where eliminado_en is null and nombre_completo(busqueda) = ${normalize(name)} limit 2`,
  )
  if (second) return toClienteMatch(0, 'Hay varios clientes con ese nombre. Elige uno de la lista.')
  return toClienteMatch(first?.id ?? 0)
}

/** Finds or creates a client: the first word becomes nombre, the rest apellido ('Cliente' if empty). */
export async function findOrCreateCliente(db: Db, name: string): Promise<ClienteMatch> {
  const [nombre = '', ...rest] = name.split(/\s+/)
  const apellido = rest.join(' ') || 'Cliente'
  const fullName = `${nombre} ${apellido}`
  // Two requests with the same unknown name create one client.
  await lock(db, `cliente:${normalize(fullName)}`)
  // Searches the full name: a repeated single word also creates one client.
  const match = await findClienteByName(db, fullName)
  if (match.id > 0 || match.problem !== sentences.unknownCliente) return match
  const fields = { nombre, apellido, telefono: '' } satisfies CatalogueValues<
    Catalogues['clientes']['fields']
  >
  return toClienteMatch(await insert(db, 'clientes', { ...fields, busqueda: searchText([nombre, apellido]) }))
}
