import type { Catalogues } from '@flota/contract/catalogues.ts'
import type { CatalogueValues } from '@flota/contract/definition.ts'
import type { RutaValues } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { insert } from '../../platform/db/records.ts'
import { normalize, searchText } from '../../platform/db/search.ts'
import { type Db, lock, many, sql } from '../../platform/db/sql.ts'

/** The client that a form names by id or text: `id` 0 if there is none, and the field that a refusal belongs to. */
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

/** A client by its id, which wins, or else by its text. */
export const resolveCliente = async (
  { cliente_id, cliente }: Pick<RutaValues, 'cliente_id' | 'cliente'>,
  byName: (name: string) => Promise<ClienteMatch>,
): Promise<ClienteMatch> =>
  cliente_id == null
    ? byName(cliente ?? '')
    : { id: cliente_id, campo: 'cliente_id', problem: sentences.unknownCliente }

/** The text is "nombre apellido", taken without regard to case, accents and runs of spaces. */
export async function findClienteByName(db: Db, name: string): Promise<ClienteMatch> {
  const [first, second] = await many<{ id: number }>(
    db,
    sql`select id from clientes
      where eliminado_en is null and nombre_completo(busqueda) = ${normalize(name)} limit 2`,
  )
  if (second) return toClienteMatch(0, 'Hay varios clientes con ese nombre. Elige uno de la lista.')
  return toClienteMatch(first?.id ?? 0)
}

/** Finds the client or makes it: first word nombre, rest apellido, default 'Cliente', empty telefono. */
export async function findOrCreateCliente(db: Db, name: string): Promise<ClienteMatch> {
  const [nombre = '', ...rest] = name.split(/\s+/)
  const apellido = rest.join(' ') || 'Cliente'
  const whole = `${nombre} ${apellido}`
  // Two who type one unknown name at once make one client.
  await lock(db, `cliente:${normalize(whole)}`)
  // By the name that it would get: who sends one word twice makes one client too.
  const known = await findClienteByName(db, whole)
  if (known.id > 0 || known.problem !== sentences.unknownCliente) return known
  const fields = { nombre, apellido, telefono: '' } satisfies CatalogueValues<
    Catalogues['clientes']['fields']
  >
  return toClienteMatch(await insert(db, 'clientes', { ...fields, busqueda: searchText([nombre, apellido]) }))
}
