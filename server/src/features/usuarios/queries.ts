import type {
  Usuario,
  UsuarioFilters,
  UsuarioQuery,
  UsuarioValues,
} from '@flota/contract/account/usuarios.ts'
import { storedNames } from '@flota/contract/core/fields.ts'
import { pick } from '@flota/contract/core/keys.ts'
import { rolId } from '@flota/contract/core/permisos.ts'
import { usuarioFields } from '@flota/contract/records/usuarios.ts'
import type { Sql } from 'sql-template-tag'
import {
  type Columns,
  findPage,
  findRecord,
  insert,
  setNextVersion,
  softDeleteColumns,
} from '../../platform/db/records.ts'
import { matches, searchText } from '../../platform/db/search.ts'
import { type Db, lock, one, raw, run, sql } from '../../platform/db/sql.ts'
import type { PageOf } from '../../platform/http/serve.ts'
import type { ExportQuery } from '../../platform/http/serveExport.ts'

/** All columns that a form sets, without the password. */
export type UsuarioState = Pick<Usuario, Exclude<keyof UsuarioValues, 'password'>>

const orders: Record<UsuarioQuery['orden'], string> = {
  nombre: 'username collate es_nombre, id',
  '-nombre': 'username collate es_nombre desc, id desc',
  recientes: 'creado_en desc, id desc',
}

export function findUsuarios(db: Db, query: UsuarioQuery): Promise<PageOf<Usuario[]>> {
  return findPage(db, matchingUsuarios(query), orders[query.orden], query)
}

const matchingUsuarios = ({ buscar }: UsuarioFilters): Sql =>
  sql`from usuarios_leer u where eliminado_en is null${matches(raw('u.busqueda'), buscar)}`

/** A user with the name of its pilot. */
export interface UsuarioLine
  extends Pick<Usuario, 'username' | 'rol_nombre' | 'permisos' | 'permisos_dinero' | 'estado' | 'creado_en'> {
  piloto: string | null
}

export function usuariosExportQuery(query: UsuarioFilters): ExportQuery {
  const from = matchingUsuarios(query)
  return {
    from,
    rows: sql`select username, rol_nombre, permisos, permisos_dinero, estado, creado_en,
        (select trim(concat_ws(' ', c.nombre, c.apellido)) from choferes c where c.id = u.piloto_id) as piloto
      ${from} order by ${raw(orders[query.orden])}`,
  }
}

/** @throws {RecordError} if it does not exist or is deleted */
export const findUsuario = (db: Db, id: number) => findRecord<Usuario>(db, 'usuarios', id)

/** Serializes changes of users, so that two administrators can't demote each other at once. */
export const lockUsuarios = (tx: Db) => lock(tx, 'usuarios')

/** @returns undefined if it does not exist or is deleted */
export const lockUsuario = (tx: Db, id: number) =>
  one<Usuario>(tx, sql`select * from usuarios_leer where id = ${id} and eliminado_en is null for update`)

export interface LockedPiloto {
  id: number
  en_papelera: boolean
}

/** Locks the pilot against deletion. Call it before lockUsuario, because the deletion locks in this order too. */
export const lockPiloto = (tx: Db, id: number | Sql) =>
  one<LockedPiloto>(
    tx,
    sql`select id, eliminado_en is not null as en_papelera from choferes where id = ${id} for share`,
  )

/** Locks the user's pilot. Only holders of lockUsuarios change which one it is. */
export const lockPilotoOfUser = (tx: Db, usuarioId: number) =>
  lockPiloto(tx, sql`(select piloto_id from usuarios where id = ${usuarioId})`)

export const isOnlyAdministrador = async (tx: Db, id: number): Promise<boolean> =>
  (await one(
    tx,
    sql`select from usuarios
      where id <> ${id} and rol_id = ${rolId.administrador} and estado = 'activo' and eliminado_en is null limit 1`,
  )) === undefined

export const usuarioSearch = ['username'] as const

const columnsOf = (state: UsuarioState) =>
  ({
    ...pick(state, storedNames(usuarioFields)),
    permisos: state.permisos.toSorted((a, b) => a - b),
    busqueda: searchText(usuarioSearch.map((field) => state[field])),
  }) satisfies Columns<UsuarioState, 'busqueda'>

/** @returns the new id */
export const insertUsuario = (db: Db, state: UsuarioState, password_hash: string): Promise<number> =>
  insert(db, 'usuarios', { ...columnsOf(state), password_hash })

/** @param password_hash undefined keeps the password */
export const updateUsuario = (db: Db, id: number, state: UsuarioState, password_hash: string | undefined) =>
  run(
    db,
    sql`update usuarios r set ${setNextVersion({ ...columnsOf(state), ...(password_hash && { password_hash }) })}
      where id = ${id}`,
  )

export const softDeleteUsuario = (db: Db, id: number, by: number) =>
  run(db, sql`update usuarios r set ${setNextVersion(softDeleteColumns(by))} where id = ${id}`)

/** Call it after the statement that changes the user, so that it sees sessions opened before that. */
export const endSessions = (db: Db, usuarioId: number, except: Buffer | null) =>
  run(db, sql`delete from sesiones where usuario_id = ${usuarioId} and token_hash is distinct from ${except}`)

export const revokeTokens = (db: Db, usuarioId: number) =>
  run(db, sql`delete from tokens where usuario_id = ${usuarioId}`)
