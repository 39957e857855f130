import { normalize, searchText } from '../db/search.ts'
import { type Db, lock, many, one, sql } from '../db/sql.ts'
import { invalid } from '../http/errors.ts'

/** The client that a text names, "nombre apellido", without regard to case, accents and runs of spaces. */
export async function findClienteByName(db: Db, name: string): Promise<number | undefined> {
  const found = await many<{ id: number }>(
    db,
    sql`select id from clientes
      where eliminado_en is null and nombre_completo(busqueda) = ${normalize(name)} limit 2`,
  )
  if (found.length > 1) {
    throw invalid({ cliente: 'Hay varios clientes con ese nombre. Elige uno de la lista.' })
  }
  return found[0]?.id
}

/** Finds the client or makes it: first word nombre, rest apellido, default 'Cliente', empty telefono. */
export async function findOrCreateCliente(db: Db, name: string): Promise<number> {
  // Two who type one unknown name at once make one client.
  await lock(db, `cliente:${normalize(name)}`)
  const known = await findClienteByName(db, name)
  if (known !== undefined) return known
  const [nombre = '', ...rest] = name.split(/\s+/)
  const apellido = rest.join(' ') || 'Cliente'
  const created = await one<{ id: number }>(
    db,
    sql`insert into clientes (nombre, apellido, telefono, busqueda)
      values (${nombre}, ${apellido}, '', ${searchText([nombre, apellido])}) returning id`,
  )
  if (!created) throw new Error('the new client has no id')
  return created.id
}
