import { z } from 'zod'
import { crudOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { outputShape } from '../core/fieldSchemas.ts'
import { listExport } from '../core/listExport.ts'
import { permisos, permisosDinero } from '../core/permisos.ts'
import { sentences } from '../core/sentences.ts'
import { bodyId, listQuery, named, pathId, recordMeta, text, version } from '../core/values.ts'
import { usuarioEstados } from '../records/estados.ts'
import { usuarioFields } from '../records/usuarios.ts'
import { newPassword } from './session.ts'

export const usuario = named('Usuario', { ...recordMeta, ...outputShape(usuarioFields) })
export type Usuario = z.output<typeof usuario>

const rolId = () => z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'Elige un rol.' })

/** null and "" mean absent; duplicates are removed. */
const permisoIds = (known: readonly { id: number }[]) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .array(
        z
          .number()
          .refine((id) => known.some((each) => each.id === id), { error: 'Hay un permiso que no existe.' })
          .meta({ type: 'integer' }),
      )
      .nullish()
      .transform((ids) => ids && [...new Set(ids)].sort((a, b) => a - b)),
  )

/** Only a piloto has one; "" means none. */
const pilotoId = () =>
  z
    .union([z.literal('').transform(() => null), bodyId()], { error: 'Elige un piloto de la lista.' })
    .nullish()

/** Rejects private-use characters and letters of other scripts, which can look the same: 'аdmin' is not 'admin'. */
export const isLatin = (username: string) =>
  !/[^\P{L}\p{Script=Latin}]|\p{Co}/u.test(username.normalize('NFKC'))

/** The server checks whether the role needs a pilot, as the role may be the stored one. */
const usuarioValues = named('UsuarioValues', {
  username: text(60).refine(isLatin, { error: sentences.latinUsername }),
  password: newPassword(),
  rol_id: rolId(),
  estado: z.enum(usuarioEstados),
  piloto_id: pilotoId(),
  permisos: permisoIds(permisos),
  permisos_dinero: permisoIds(permisosDinero),
})

/** Absent fields keep their value. A blank password keeps the stored one, unless it is the only field. */
const usuarioChanges = named('UsuarioChanges', {
  username: text(60).optional(),
  password: z.union([z.literal(''), z.null(), newPassword()]).optional(),
  rol_id: rolId().optional(),
  estado: z.enum(usuarioEstados).optional(),
  piloto_id: pilotoId(),
  permisos: permisoIds(permisos),
  permisos_dinero: permisoIds(permisosDinero),
  version: version(),
})
export type UsuarioValues = z.output<typeof usuarioValues>
export type UsuarioChanges = z.output<typeof usuarioChanges>

export const usuarioOrders = ['nombre', '-nombre', 'recientes'] as const
const listUsuarios = z.object({ ...listQuery, orden: z.enum(usuarioOrders).default('nombre') })
export type UsuarioQuery = z.output<typeof listUsuarios>
const exportUsuarios = listUsuarios.omit({ pagina: true, porPagina: true })
export type UsuarioFilters = z.output<typeof exportUsuarios>

const permiso = named('Permiso', { id: z.int(), nombre_permiso: z.string(), descripcion: z.string() })

const usuarioCrud = crudOf('usuarios', {
  row: usuario,
  values: usuarioValues,
  changes: usuarioChanges,
  words: {
    singular: 'Usuario',
    created: 'Usuario creado exitosamente',
    updated: 'Usuario actualizado exitosamente',
    deleted: 'Usuario eliminado con éxito',
  },
})

export const usuarios = {
  list: endpoint('GET /api/usuarios', {
    summary: 'Listar usuarios',
    query: listUsuarios,
    data: z.array(usuario.omit({ permisos_dinero: true, segundo_factor: true })),
    wrapping: 'page',
  }),
  exportar: listExport('GET /api/usuarios/exportar', 'los usuarios', exportUsuarios),
  available: endpoint('GET /api/usuarios/permissions/available', {
    summary: 'Listar los permisos que se pueden asignar',
    query: z.object({ rol_id: z.enum(['1', '2', '3']).optional() }),
    data: z.array(permiso),
    wrapping: 'rows',
  }),
  ...usuarioCrud,
  update: { ...usuarioCrud.update, summary: 'Editar usuario: solo lo que se envía' },
  status: endpoint('PATCH /api/usuarios/:id/status', {
    summary: 'Activar o desactivar usuario',
    params: z.object({ id: pathId() }),
    body: z.object({ estado: z.enum(usuarioEstados), version: version() }),
    data: usuario,
    message: 'Usuario actualizado exitosamente',
    logAction: 'estado',
  }),
}
