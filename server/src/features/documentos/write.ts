import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import type {
  Documento,
  DocumentoTipo,
  DocumentoValues,
  documentoChanges,
  documentoRenewal,
} from '@flota/contract/documents/documentos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { documentoFields } from '@flota/contract/records/documentos.ts'
import type { DocumentoEntidad } from '@flota/contract/records/estados.ts'
import { registros } from '@flota/contract/records/registros.ts'
import type { z } from 'zod'
import { expiryOf } from '../../domain/documents/expiry.ts'
import { catalogueNameSql } from '../../platform/db/recordName.ts'
import {
  columnNames,
  columnValues,
  findRecord,
  insert,
  lockRecord,
  RecordError,
  replaceRecord,
  setNextVersion,
} from '../../platform/db/records.ts'
import { type Db, one, raw, run, sql } from '../../platform/db/sql.ts'
import { conflict, invalid, unknownReference } from '../../platform/errors.ts'

type Changes = z.output<typeof documentoChanges>
type Renewal = z.output<typeof documentoRenewal>

type StoredDocumento = Omit<Documento, 'dias' | 'estado'> & { dias_aviso: number }

const findStored = (db: Db, id: number) => findRecord<StoredDocumento>(db, 'documentos', id)

/** @throws {RecordError} if it does not exist, or it or its record is deleted */
export async function findDocumento(db: Db, id: number, hoy: string): Promise<Documento> {
  const row = await findStored(db, id)
  return { ...row, ...expiryOf(row, hoy) }
}

const unknownRecord: Record<DocumentoEntidad, string> = {
  choferes: sentences.unknownChofer,
  ayudantes: sentences.unknownAyudante,
  camiones: sentences.unknownCamion,
}

/** Fields that never change. */
const keyNames = ['tipo_id', 'entidad', 'entidad_id'] as const
type KeyName = (typeof keyNames)[number]
type DocumentoKey = Pick<DocumentoValues, KeyName>
const editedNames = storedNames(documentoFields).filter(
  (name): name is Exclude<typeof name, KeyName> => !keyNames.some((key) => key === name),
)

/** Locks the record, then the type. @returns their names @throws {HttpError} 400 if they can't have the document */
async function lockOwnerAndTipo(db: Db, { tipo_id, entidad, entidad_id }: DocumentoKey) {
  const record = await one<{ nombre: string }>(
    db,
    sql`select ${raw(catalogueNameSql(catalogues[entidad]))} as nombre from ${raw(entidad)}
      where id = ${entidad_id} and eliminado_en is null for share`,
  )
  const tipo = await one<Pick<DocumentoTipo, 'nombre' | 'aplica' | 'activo'>>(
    db,
    sql`select nombre, aplica, activo from documento_tipos where id = ${tipo_id} and eliminado_en is null for share`,
  )
  const errors = {
    ...(!tipo && { tipo_id: registros.documento_tipos.notFound }),
    ...(tipo?.activo === false && { tipo_id: 'Este tipo de documento está inactivo.' }),
    ...(tipo && tipo.aplica !== entidad && { tipo_id: 'Este tipo de documento no aplica a este registro.' }),
    ...(!record && { entidad_id: unknownRecord[entidad] }),
  }
  if (!record || !tipo || Object.keys(errors).length > 0) throw unknownReference(errors)
  return { tipo_id, entidad, entidad_id, nombre: record.nombre, tipo: tipo.nombre }
}

/** Inserts a document in a transaction. A unique index rejects a second live one of the type. */
export async function insertDocumento(db: Db, values: DocumentoValues, hoy: string): Promise<Documento> {
  const columns = { ...pick(values, editedNames), ...(await lockOwnerAndTipo(db, values)) }
  return findDocumento(db, await insert(db, 'documentos', columns), hoy)
}

const cannotChange = 'No se puede cambiar en un documento que ya existe.'

/** Updates a document in a transaction. @throws {HttpError} 400 for another type or record, 404, 409 */
export async function updateDocumento(
  db: Db,
  id: number,
  { version, ...changes }: Changes,
  hoy: string,
): Promise<Documento> {
  const before = await findStored(db, id)
  const changed = keyNames.filter((field) => changes[field] != null && changes[field] !== before[field])
  if (changed.length > 0) throw invalid(Object.fromEntries(changed.map((field) => [field, cannotChange])))
  await replaceRecord(db, 'documentos', id, pick(changes, editedNames), version)
  return findDocumento(db, id, hoy)
}

/** Replaces a document by a new one, in a transaction. @throws {HttpError} 400 for an inactive type, 404, 409 */
export async function renewDocumento(
  db: Db,
  id: number,
  { version, ...values }: Renewal,
  hoy: string,
): Promise<Documento> {
  const owner = await lockOwnerAndTipo(db, await findStored(db, id))
  const before = await lockRecord<StoredDocumento>(db, 'documentos', id)
  if (!before || (version && version !== before.version))
    throw new RecordError('documentos', before !== undefined)
  if (before.reemplazado_por !== null) throw conflict('Este documento ya fue renovado.')
  // The id comes first, because the unique index requires replacing the old document before the insert.
  const renewed = await one<{ id: number }>(
    db,
    sql`select nextval(pg_get_serial_sequence('documentos', 'id'))::int as id`,
  )
  if (!renewed) throw new Error('Table documentos has no id sequence')
  const columns = { id: renewed.id, ...owner, ...values }
  await run(
    db,
    sql`with anterior as (
        update documentos r set ${setNextVersion({ reemplazado_por: renewed.id })} where id = ${id} returning r.id)
      insert into documentos (${columnNames(columns)}) overriding system value
      select ${columnValues(columns)} from anterior`,
  )
  return findDocumento(db, renewed.id, hoy)
}
