import { can } from '@flota/contract/core/access.ts'
import { archivosAccess } from '@flota/contract/documents/archivoClases.ts'
import { archivoLimits } from '@flota/contract/documents/archivoLimits.ts'
import type { Archivo, ArchivoMetadata } from '@flota/contract/documents/archivos.ts'
import { type Entidad, registroOf, registros } from '@flota/contract/records/registros.ts'
import { insertUnfinishedFile } from '../../domain/storedFiles.ts'
import { scopeOf, visibleUsername } from '../../domain/trips/findRuta.ts'
import {
  isNotDeleted,
  setNextVersion,
  softDeleteColumns,
  versionCondition,
} from '../../platform/db/records.ts'
import { type Db, empty, many, one, prepared, raw, run, sql } from '../../platform/db/sql.ts'
import { notFound, staleRecord, unavailable } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import type { FileStore } from '../../platform/store/FileStore.ts'
import type { StagedFile } from '../../platform/store/uploadStaging.ts'
import { type FileKind, fileName } from './fileKinds.ts'

/** The record that a file belongs to. */
export interface FileOwner {
  entidad: Entidad
  entidad_id: number
}

/** Returns whether the record exists and, for a piloto, is their own. The caller checks access to the entidad. */
async function ownerExists(db: Db, { entidad, entidad_id }: FileOwner, session: Session): Promise<boolean> {
  const { chofer_id } = scopeOf(session)
  const found = await one(
    db,
    sql`select from ${raw(`${entidad}_leer`)} where id = ${entidad_id} and ${isNotDeleted(entidad)}
      ${chofer_id === undefined ? empty : sql`and chofer_id = ${chofer_id}`}`,
  )
  return found !== undefined
}

/** @throws {HttpError} 404 with the record's message */
export async function assertOwnerExists(db: Db, registro: FileOwner, session: Session): Promise<void> {
  if (!(await ownerExists(db, registro, session))) throw notFound(registroOf(registro.entidad).notFound)
}

/** Returns whether the record has all its files, without a lock: the trigger on archivos decides. */
export async function hasMaxFiles(db: Db, { entidad, entidad_id }: FileOwner): Promise<boolean> {
  const row = await one<{ n: number }>(
    db,
    sql`select count(*) as n from archivos where entidad = ${entidad} and entidad_id = ${entidad_id}
      and terminado_en is not null and eliminado_en is null`,
  )
  return (row?.n ?? 0) >= archivoLimits.maxPerRecord
}

/** Hides a route's comprobantes from a piloto, except their own. */
const visibleTo = ({ rol_nombre, user }: Session) =>
  rol_nombre === 'piloto'
    ? sql`and (entidad = 'movimientos' or clase <> 'comprobante' or subido_por_id = ${user.id})`
    : empty

const withVisibleAuthor = (session: Session, archivo: Archivo): Archivo => ({
  ...archivo,
  subido_por: visibleUsername(session, archivo.subido_por),
})

/** Returns the newest first. @throws {HttpError} 404 with the record's message */
export async function findArchivos(db: Db, registro: FileOwner, session: Session): Promise<Archivo[]> {
  await assertOwnerExists(db, registro, session)
  const { entidad, entidad_id } = registro
  const found = await many<Archivo>(
    db,
    prepared(sql`select * from archivos_leer where entidad = ${entidad} and entidad_id = ${entidad_id}
      and eliminado_en is null ${visibleTo(session)} order by id desc`),
  )
  return found.map((archivo) => withVisibleAuthor(session, archivo))
}

/**
 * Looks up a file by id. A file that the session may not read does not exist for it.
 * @throws {HttpError} 404 if file or record is unknown, deleted, another pilot's or of an entidad without access
 */
export async function findArchivo(db: Db, id: number, session: Session): Promise<Archivo> {
  const archivo = await one<Archivo>(
    db,
    prepared(
      sql`select * from archivos_leer where id = ${id} and eliminado_en is null ${visibleTo(session)}`,
    ),
  )
  const isVisible =
    archivo &&
    can(session, archivosAccess('read', archivo.entidad)) &&
    (await ownerExists(db, archivo, session))
  if (!isVisible) throw notFound(registros.archivos.notFound)
  return withVisibleAuthor(session, archivo)
}

/**
 * Soft-deletes the file in a transaction.
 * @param find throws if the session can't see the file
 * @throws {HttpError} 409 if the version is stale
 */
export async function removeArchivo(
  db: Db,
  id: number,
  version: number | undefined,
  userId: number,
  find: () => unknown,
) {
  await find()
  const statement = sql`update archivos r set ${setNextVersion(softDeleteColumns(userId))}
    where id = ${id} and eliminado_en is null ${versionCondition(version)}`
  if ((await run(db, statement)) > 0) return
  // Throws if it was deleted meanwhile.
  await find()
  throw staleRecord()
}

export interface UnfinishedFile extends FileOwner {
  about: ArchivoMetadata
  kind: FileKind
  received: StagedFile
}

/** Inserts the row, invisible until finished, then stores the bytes. @returns the row's id */
export function insertUnfinishedArchivo(
  db: Db,
  store: FileStore,
  { entidad, entidad_id, about, kind, received }: UnfinishedFile,
  userId: number,
): Promise<number> {
  const columns = {
    entidad,
    entidad_id,
    clase: about.clase ?? kind.clase,
    nombre: fileName(about.nombre, kind),
    tipo_mime: kind.tipo,
    tomado_en: about.tomado_en ?? null,
  }
  return insertUnfinishedFile(db, store, { columns, received, userId })
}

/** Makes the file visible and logs it. */
export async function finishArchivo(tx: Db, id: number): Promise<Archivo> {
  await run(
    tx,
    sql`with terminado as (
        update archivos set terminado_en = now() where id = ${id} and terminado_en is null returning id, nombre)
      select bitacora_agregar('crear', 'archivos', id, nombre, '{}', null) from terminado`,
  )
  const archivo = await one<Archivo>(tx, sql`select * from archivos_leer where id = ${id}`)
  if (!archivo) throw unavailable()
  return archivo
}
