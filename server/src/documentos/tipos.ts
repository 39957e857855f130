import type { DocumentoTipo, documentoTipoValues } from '@flota/contract/documentos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import type { z } from 'zod'
import { binned, type Columns, changed, insert, inVersion } from '../db/records.ts'
import { type Db, many, one, run, sql } from '../db/sql.ts'
import { invalid, notFound, staleVersion } from '../http/errors.ts'

type Values = z.output<typeof documentoTipoValues>
type Version = number | null | undefined

export const findTipos = (db: Db) =>
  many<DocumentoTipo>(
    db,
    sql`select * from documento_tipos_leer where eliminado_en is null order by nombre collate es_nombre, id`,
  )

const unknown = () => notFound(sentences.unknownDocumentoTipo)

/** @throws {HttpError} 404 when it does not exist or is in the bin */
export async function findTipo(db: Db, id: number): Promise<DocumentoTipo> {
  const row = await one<DocumentoTipo>(
    db,
    sql`select * from documento_tipos_leer where id = ${id} and eliminado_en is null`,
  )
  if (!row) throw unknown()
  return row
}

const columnsOf = ({ nombre, aplica, obligatorio, dias_aviso, activo }: Values) =>
  ({ nombre, aplica, obligatorio, dias_aviso, activo }) satisfies Columns<Values>

/** In a transaction. */
export const insertTipo = async (db: Db, values: Values): Promise<DocumentoTipo> =>
  findTipo(db, await insert(db, 'documento_tipos', columnsOf(values)))

/** In a transaction; papers that are being made for it wait. */
export async function updateTipo(
  db: Db,
  id: number,
  values: Values,
  version: Version,
): Promise<DocumentoTipo> {
  const before = await one<Pick<DocumentoTipo, 'aplica' | 'version'>>(
    db,
    sql`select aplica, version from documento_tipos where id = ${id} and eliminado_en is null for no key update`,
  )
  if (!before) throw unknown()
  // Those in the bin too, which may come back.
  const papers = sql`select from documentos where tipo_id = ${id} limit 1`
  if (before.aplica !== values.aplica && (await one(db, papers)))
    throw invalid({ aplica: 'No se puede cambiar: este tipo ya tiene documentos.' })
  if (version && version !== before.version) throw staleVersion()
  await run(db, sql`update documento_tipos r set ${changed(columnsOf(values))} where id = ${id}`)
  return findTipo(db, id)
}

/** Into the bin, in a transaction; its papers stay. @throws {HttpError} 404 or 409 */
export async function removeTipo(db: Db, id: number, version: Version, userId: number): Promise<void> {
  const removed = await run(
    db,
    sql`update documento_tipos r set ${changed(binned(userId))}
      where id = ${id} and eliminado_en is null ${inVersion(version)}`,
  )
  if (removed > 0) return
  await findTipo(db, id)
  throw staleVersion()
}
