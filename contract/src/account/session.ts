import { z } from 'zod'
import { roles } from '../core/access.ts'
import { endpoint } from '../core/endpoint.ts'
import { permisos, permisosDinero } from '../core/permisos.ts'
import { sentences } from '../core/sentences.ts'
import { named, secret, text } from '../core/values.ts'
import { optionalCodigo } from './segundoFactor.ts'

const sessionUser = named('UsuarioDeSesion', {
  id: z.int(),
  username: z.string(),
  rol_id: z.int(),
  rol_nombre: z.enum(roles),
  estado: z.enum(['activo', 'inactivo']),
  piloto_id: z.int().nullable(),
})

const sessionPermissions = {
  permissions: z.array(z.enum(permisos.map((p) => p.nombre_permiso))),
  permissions_dinero: z.array(z.enum(permisosDinero.map((p) => p.nombre_permiso))),
  /** Until the user has set up the required second factor, only the calls for that are allowed. */
  segundo_factor: z.literal('pendiente').optional(),
}

/** New password. The server also rejects common ones. */
export const newPassword = () => secret().min(8)

export const session = {
  login: endpoint('POST /api/auth/login', {
    summary: 'Iniciar sesión: da el token de las demás llamadas',
    body: z.object({ username: text(60), password: secret(), codigo: optionalCodigo() }),
    data: z.object({ token: z.string(), user: sessionUser, ...sessionPermissions }),
    message: 'Inicio de sesión exitoso',
    // Small, because unauthenticated requests hold their body in memory.
    bodyLimit: 4096,
    errorStatuses: [401, 429],
  }),
  logout: endpoint('POST /api/auth/logout', {
    summary: 'Cerrar la sesión',
    data: z.null(),
    message: 'Sesión cerrada correctamente',
  }),
  verify: endpoint('GET /api/auth/verify', {
    summary: 'Ver quién es el dueño del token',
    data: z.object({ user: sessionUser, ...sessionPermissions }),
    message: 'Sesión válida',
  }),
  password: endpoint('POST /api/auth/password', {
    summary: 'Cambiar la propia contraseña',
    body: z.object({ actual: secret(), nueva: newPassword() }),
    data: z.null(),
    message: sentences.passwordChanged,
    errorStatuses: [429],
  }),
}

export type SessionUser = z.output<typeof sessionUser>
