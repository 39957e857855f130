import {
  type AccessRule,
  activeRecords,
  expectConflict,
  expectInvalid,
  expectNotFound,
  findActive,
  isStale,
  type ModelState,
  type ModelStep,
  pageOf,
  pickId,
  softDelete,
  staleMessage,
  success,
  type Usuario,
  versionOf,
} from './modelState.ts'

// Users and their permissions, and the rules that keep an administrador.

const administrador: AccessRule = { onlyRol: 1 }
export const usuarioNotFound = () => expectNotFound('Usuario no encontrado')
const lastAdministradorMessage = 'Debe existir al menos un administrador activo'
const ownAccountMessage = 'No puedes eliminar ni desactivar tu propia cuenta'

const defaults = (rol_id: number) => [[], [1, 2, 3, 4, 5, 6, 7], [4, 5], []][rol_id] ?? []

const rowOf = ({ id, version, username, rol_id, estado, piloto_id, permisos }: Usuario) => ({
  id,
  version,
  username,
  rol_id,
  rol_nombre: [null, 'administrador', 'piloto', 'usuario'][rol_id],
  estado,
  piloto_id,
  permisos: permisos.toSorted((a, b) => a - b),
})
/** No call of the model sets money permissions or a second factor. */
export const usuarioView = (user: Usuario) => ({ ...rowOf(user), permisos_dinero: [], segundo_factor: false })

export const usernameTaken = (world: ModelState, username: string, id?: number) =>
  activeRecords(world.usuarios).some(
    (user) => user.id !== id && user.username.toLowerCase() === username.toLowerCase(),
  )
export const pilotoTaken = (world: ModelState, piloto: number | null, id?: number) =>
  piloto !== null && activeRecords(world.usuarios).some((user) => user.id !== id && user.piloto_id === piloto)

export interface UsuarioCommand {
  target: number
  username?: string
  password?: string
  rol_id?: number
  estado?: string
  /** Index of a pilot; null is sent as null. */
  piloto?: number | null
  permisos?: number[] | null
  version: string
}

function bodyOf(world: ModelState, { username, password, rol_id, estado, piloto, permisos }: UsuarioCommand) {
  const piloto_id = piloto == null ? piloto : pickId(world.choferes, piloto)
  return { username, password, rol_id, estado, piloto_id, permisos }
}

export function createUsuarioStep(world: ModelState, command: UsuarioCommand): ModelStep {
  const rol_id = command.rol_id ?? 3
  const username = command.username ?? 'nadie'
  const body = { ...bodyOf(world, command), username, rol_id, password: 'Quetzal-4471' }
  return {
    method: 'POST',
    url: '/usuarios',
    body,
    rule: administrador,
    outcome: () => {
      const piloto_id = body.piloto_id ?? null
      const wrongPiloto = (rol_id === 2) === (piloto_id === null)
      if (body.estado === undefined) return expectInvalid('estado', ...(wrongPiloto ? ['piloto_id'] : []))
      if (wrongPiloto || (piloto_id !== null && !findActive(world.choferes, piloto_id)))
        return expectInvalid('piloto_id')
      const refusals = takenMessages(world, username, piloto_id)
      if (refusals.length > 0) return expectConflict(refusals)
      const user: Usuario = {
        id: 0,
        version: 1,
        bin: undefined,
        username,
        rol_id,
        piloto_id,
        session: undefined,
        estado: body.estado,
        permisos: body.permisos ?? defaults(rol_id),
      }
      return {
        status: 201,
        messages: ['Usuario creado exitosamente'],
        onCreated: (id) => world.usuarios.set(id, Object.assign(user, { id })),
        data: () => usuarioView(user),
      }
    },
  }
}

function takenMessages(world: ModelState, username: string, piloto_id: number | null, id?: number): string[] {
  const refusals: string[] = []
  if (usernameTaken(world, username, id)) refusals.push('El nombre de usuario ya existe')
  if (pilotoTaken(world, piloto_id, id)) refusals.push('El piloto ya tiene un usuario')
  return refusals
}

const isActiveAdmin = ({ rol_id, estado }: { rol_id: number; estado: string }) =>
  rol_id === 1 && estado === 'activo'

/**
 * Returns the error that keeps the last administrador or the caller. If both apply, that of the last
 * administrador.
 */
function lockoutErrors(
  world: ModelState,
  user: Usuario,
  caller: Usuario,
  after?: { rol_id: number; estado: string },
) {
  const others = activeRecords(world.usuarios).filter((other) => other.id !== user.id && isActiveAdmin(other))
  if (isActiveAdmin(user) && !(after && isActiveAdmin(after)) && others.length === 0)
    return [lastAdministradorMessage]
  const leaves = !after || (user.estado === 'activo' && after.estado === 'inactivo')
  return leaves && user.id === caller.id ? [ownAccountMessage] : []
}

const endSession = (user: Usuario, caller: Usuario) => {
  if (user.session && user.id !== caller.id) user.session = 'ended'
}

export function updateUsuarioStep(
  world: ModelState,
  command: UsuarioCommand,
  caller: Usuario | undefined,
  patch: boolean,
): ModelStep {
  const id = pickId(world.usuarios, command.target)
  const user = findActive(world.usuarios, id)
  const version = versionOf(user, command.version)
  const body = patch ? { estado: command.estado ?? 'inactivo' } : bodyOf(world, command)
  const { username, password, rol_id, estado, piloto_id, permisos } = body as ReturnType<typeof bodyOf>
  const carriesRol = rol_id !== undefined
  return {
    method: patch ? 'PATCH' : 'PUT',
    url: patch ? `/usuarios/${id}/status` : `/api/usuarios/${id}`,
    body: { ...body, version },
    rule: administrador,
    outcome: () => {
      const rol = rol_id ?? user?.rol_id
      const piloto = piloto_id === undefined ? (user?.piloto_id ?? null) : piloto_id
      const unknown =
        piloto_id != null && !findActive(world.choferes, piloto_id) && piloto_id !== user?.piloto_id
      const needs = rol === 2 && piloto === null && (user !== undefined || (carriesRol && piloto_id === null))
      const tooMany = rol !== undefined && rol !== 2 && piloto_id != null
      if (unknown || needs || tooMany) return expectInvalid('piloto_id')
      if (!user || !caller || rol === undefined) return usuarioNotFound()
      const after = {
        username: username ?? user.username,
        rol_id: rol,
        estado: estado ?? user.estado,
        piloto_id: rol === 2 ? piloto : null,
        permisos: permisos ?? (rol === user.rol_id ? user.permisos : defaults(rol)),
      }
      const refusals = [
        ...(isStale(user, version) ? [staleMessage] : []),
        ...lockoutErrors(world, user, caller, after),
        ...takenMessages(world, after.username, after.piloto_id, id),
      ]
      const inBin = after.piloto_id !== null && !findActive(world.choferes, after.piloto_id)
      if (after.estado === 'activo' && inBin) refusals.push('El piloto de este usuario está en la papelera')
      if (refusals.length > 0) return expectConflict(refusals)
      Object.assign(user, after, { version: user.version + 1 })
      if (password !== undefined || after.estado === 'inactivo') endSession(user, caller)
      const sent = Object.entries(body).filter(([, value]) => value != null)
      return success(
        () => usuarioView(user),
        messageFor(
          patch,
          after.estado,
          sent.map(([name]) => name),
        ),
      )
    },
  }
}

function messageFor(patch: boolean, estado: string, sent: string[]): string {
  if (patch) return estado === 'activo' ? 'Usuario activado exitosamente' : 'Usuario desactivado exitosamente'
  return sent.join() === 'permisos'
    ? 'Permisos actualizados correctamente'
    : 'Usuario actualizado exitosamente'
}

export function deleteUsuarioStep(
  world: ModelState,
  { target, version: choice }: { target: number; version: string },
  caller: Usuario | undefined,
): ModelStep {
  const id = pickId(world.usuarios, target)
  const user = findActive(world.usuarios, id)
  const version = versionOf(user, choice)
  return {
    method: 'DELETE',
    url: `/usuarios/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: administrador,
    outcome: () => {
      if (!user || !caller) return usuarioNotFound()
      const refusals = [
        ...(isStale(user, version) ? [staleMessage] : []),
        ...lockoutErrors(world, user, caller),
      ]
      if (refusals.length > 0) return expectConflict(refusals)
      softDelete(world, user, caller)
      endSession(user, caller)
      return success(() => null, 'Usuario eliminado con éxito')
    },
  }
}

const spanish = new Intl.Collator('es', { sensitivity: 'base' })

export function listUsuariosStep(world: ModelState, orden: string): ModelStep {
  const byName = (a: Usuario, b: Usuario) => spanish.compare(a.username, b.username) || a.id - b.id
  return {
    method: 'GET',
    url: `/usuarios?orden=${orden}`,
    rule: administrador,
    outcome: () => {
      const sorted = activeRecords(world.usuarios).toSorted(
        orden === 'recientes' ? (a, b) => b.id - a.id : byName,
      )
      const { rows, beside } = pageOf(orden === '-nombre' ? sorted.toReversed() : sorted, 1, undefined)
      return { ...success(() => rows.map(rowOf)), extraBody: beside }
    },
  }
}
