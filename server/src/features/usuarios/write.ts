import {
  isLatin,
  type Usuario,
  type UsuarioChanges,
  type UsuarioValues,
} from '@flota/contract/account/usuarios.ts'
import { defaultPermisos, rolById, rolId } from '@flota/contract/core/permisos.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { registros } from '@flota/contract/records/registros.ts'
import { endSessionsOfInactive } from '../../domain/endSessionsOfInactive.ts'
import type { Db } from '../../platform/db/sql.ts'
import { conflict, invalid, notFound, staleRecord, unknownReference } from '../../platform/errors.ts'
import type { Session } from '../../platform/http/authentication.ts'
import { pilotoProblem } from './bodies.ts'
import {
  endSessions,
  findUsuario,
  insertUsuario,
  isOnlyAdministrador,
  type LockedPiloto,
  lockPiloto,
  lockPilotoOfUser,
  lockUsuario,
  lockUsuarios,
  revokeTokens,
  softDeleteUsuario,
  type UsuarioState,
  updateUsuario,
} from './queries.ts'
import { deleteFactorOfUser, logFactorRemovalWithPassword } from './segundoFactor.ts'

// The exported functions run in a transaction and check in the order 400, 404, 409.

type Changes = Partial<Omit<UsuarioChanges, 'password'>>

const unknownPiloto = () => unknownReference({ piloto_id: 'Piloto no encontrado' })

const defaultsOf = (rol_id: number): number[] => {
  const rol = rolById(rol_id)
  return rol ? defaultPermisos(rol) : []
}

export async function createUsuario(
  tx: Db,
  values: Omit<UsuarioValues, 'password'>,
  passwordHash: string,
): Promise<Usuario> {
  const piloto_id = values.piloto_id ?? null
  const piloto = piloto_id === null ? null : await lockPiloto(tx, piloto_id)
  if (piloto === undefined || piloto?.en_papelera) throw unknownPiloto()
  const state: UsuarioState = {
    username: values.username,
    rol_id: values.rol_id,
    estado: values.estado,
    piloto_id,
    permisos: values.permisos ?? defaultsOf(values.rol_id),
    permisos_dinero: values.permisos_dinero ?? [],
  }
  return findUsuario(tx, await insertUsuario(tx, state, passwordHash))
}

/** @param passwordHash undefined keeps the password */
export async function changeUsuario(
  tx: Db,
  id: number,
  { version, ...changes }: Changes,
  passwordHash: string | undefined,
  session: Session,
): Promise<Usuario> {
  await lockUsuarios(tx)
  const piloto =
    changes.piloto_id == null ? await lockPilotoOfUser(tx, id) : await lockPiloto(tx, changes.piloto_id)
  const before = await lockUsuario(tx, id)
  assertPilotoExists(changes, piloto, before)
  assertLatinUsername(changes, before)
  if (!before) throw notFound(registros.usuarios.notFound)

  const after = applyChanges(before, changes)
  const problem = pilotoProblem(after.rol_id, changes.piloto_id ?? after.piloto_id)
  if (problem) throw invalid({ piloto_id: problem })

  assertCurrentVersion(before, version)
  await assertAdministradorLeft(tx, before, after, session)
  if (after.estado === 'activo' && after.piloto_id !== null && piloto?.en_papelera) {
    throw conflict('El piloto de este usuario está en la papelera')
  }
  await updateUsuario(tx, id, after, passwordHash)
  if (after.estado === 'inactivo') await endSessionsOfInactive(tx, id)
  else if (passwordHash !== undefined) await endSessions(tx, id, session.tokenHash)
  return findUsuario(tx, id)
}

export async function removeUsuario(
  tx: Db,
  id: number,
  version: number | undefined,
  session: Session,
): Promise<null> {
  await lockUsuarios(tx)
  const before = await lockUsuario(tx, id)
  if (!before) throw notFound(registros.usuarios.notFound)
  assertCurrentVersion(before, version)
  await assertAdministradorLeft(tx, before, undefined, session)
  await softDeleteUsuario(tx, id, session.user.id)
  await endSessionsOfInactive(tx, id)
  await revokeTokens(tx, id)
  return null
}

/** Accepts a deleted pilot if the user already has it, because the form sends it unchanged. */
function assertPilotoExists(
  { piloto_id }: Changes,
  piloto: LockedPiloto | undefined,
  before: Usuario | undefined,
): void {
  if (piloto_id == null) return
  if (!piloto || (piloto.en_papelera && piloto_id !== before?.piloto_id)) throw unknownPiloto()
}

/** Accepts an existing non-Latin username, but no new one. */
function assertLatinUsername({ username }: Changes, before: Usuario | undefined): void {
  if (username === undefined || username === before?.username || isLatin(username)) return
  throw invalid({ username: sentences.latinUsername })
}

/**
 * Sets the password, activates the user, removes the second factor and revokes all sessions.
 * @returns false, with no change, if the user's pilot is deleted
 */
export async function resetPassword(tx: Db, id: number, passwordHash: string): Promise<boolean> {
  await lockUsuarios(tx)
  const piloto = await lockPilotoOfUser(tx, id)
  const before = await lockUsuario(tx, id)
  if (!before) throw notFound(registros.usuarios.notFound)
  if (piloto?.en_papelera) return false
  if (await deleteFactorOfUser(tx, id)) await logFactorRemovalWithPassword(tx)
  await updateUsuario(tx, id, { ...before, estado: 'activo' }, passwordHash)
  await endSessions(tx, id, null)
  return true
}

/** Merges the sent fields. A new role brings its default permissions, and only the role piloto has a pilot. */
function applyChanges(before: Usuario, changes: Changes): UsuarioState {
  const rol_id = changes.rol_id ?? before.rol_id
  const piloto_id = changes.piloto_id === undefined ? before.piloto_id : changes.piloto_id
  return {
    username: changes.username ?? before.username,
    rol_id,
    estado: changes.estado ?? before.estado,
    piloto_id: rol_id === rolId.piloto ? piloto_id : null,
    permisos: changes.permisos ?? (rol_id === before.rol_id ? before.permisos : defaultsOf(rol_id)),
    permisos_dinero: changes.permisos_dinero ?? (rol_id === before.rol_id ? before.permisos_dinero : []),
  }
}

function assertCurrentVersion(before: Usuario, version: number | null | undefined): void {
  if (version != null && version !== before.version) throw staleRecord()
}

const isActiveAdministrador = ({ rol_id, estado }: UsuarioState) =>
  rol_id === rolId.administrador && estado === 'activo'

/**
 * @param after undefined for a deletion
 * @throws {HttpError} 409 for the last active administrador, or for one's own account
 */
async function assertAdministradorLeft(
  tx: Db,
  before: Usuario,
  after: UsuarioState | undefined,
  session: Session,
) {
  const isDemoted = isActiveAdministrador(before) && !(after && isActiveAdministrador(after))
  if (isDemoted && (await isOnlyAdministrador(tx, before.id))) {
    throw conflict('Debe existir al menos un administrador activo')
  }
  const isDeactivated = !after || (before.estado === 'activo' && after.estado === 'inactivo')
  if (isDeactivated && before.id === session.user.id) {
    throw conflict('No puedes eliminar ni desactivar tu propia cuenta')
  }
}
