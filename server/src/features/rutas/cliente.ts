import { sentences } from '@flota/contract/core/sentences.ts'
import type { Catalogues } from '@flota/contract/records/catalogues.ts'
import type { CatalogueValues } from '@flota/contract/records/definition.ts'
import type { RutaValues } from '@flota/contract/trips/rutas.ts'
import { exactRecord, findByAliases, findByKeys, keyOfName } from '../../platform/db/nameKeys.ts'
import { insert } from '../../platform/db/records.ts'
import { searchText } from '../../platform/db/search.ts'
import { type Db, lock } from '../../platform/db/sql.ts'

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

/** Finds a client by its name, else by an alias (docs/contract/general.md). */
export async function findClienteByName(db: Db, name: string): Promise<ClienteMatch> {
  const key = keyOfName('clientes', name)
  const named = await findByKeys(db, 'clientes', [key])
  const client = named.length === 1 ? named[0] : exactRecord(named, name)
  if (client) return toClienteMatch(client.id)
  const [byAlias] = await findByAliases(db, 'clientes', [key])
  if (byAlias) return toClienteMatch(byAlias.id)
  return toClienteMatch(
    0,
    named.length > 1 ? 'Hay varios clientes con ese nombre. Elige uno de la lista.' : undefined,
  )
}

/** Finds or creates a client: the first word becomes nombre, the rest apellido ('Cliente' if empty). */
export async function findOrCreateCliente(db: Db, name: string): Promise<ClienteMatch> {
  const [nombre = '', ...rest] = name.split(/\s+/)
  const apellido = rest.join(' ') || 'Cliente'
  const fullName = `${nombre} ${apellido}`
  // Two requests with the same unknown name create one client.
  await lock(db, `cliente:${keyOfName('clientes', fullName)}`)
  // Also searches the full name: a repeated single word creates one client.
  for (const each of new Set([name, fullName])) {
    const match = await findClienteByName(db, each)
    if (match.id > 0 || match.problem !== sentences.unknownCliente) return match
  }
  const fields = { nombre, apellido, telefono: '' } satisfies CatalogueValues<
    Catalogues['clientes']['fields']
  >
  return toClienteMatch(await insert(db, 'clientes', { ...fields, busqueda: searchText([nombre, apellido]) }))
}
