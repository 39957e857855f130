import { type UsuarioValues, usuarios } from '@flota/contract/account/usuarios.ts'
import { rolId } from '@flota/contract/core/permisos.ts'
import { sentences } from '@flota/contract/core/sentences.ts'
import { passwordProblem } from '../../platform/passwords.ts'

/** Unvalidated values: a rule also runs when another field is wrong. */
type SentUsuario = Partial<Record<keyof UsuarioValues, unknown>>

/** Returns arguments for zod's refine() that report a field's problem together with those of other fields. */
const rule = (campo: keyof UsuarioValues, problem: (sent: SentUsuario) => string | undefined) =>
  [
    (sent: SentUsuario) => problem(sent) === undefined,
    {
      path: [campo] as PropertyKey[],
      when: () => true,
      // zod types the body as unknown here.
      error: ({ input }: { input?: unknown }) => problem(input as SentUsuario),
    },
  ] as const

/** Returns why a user of this role can't have this pilot. */
export function pilotoProblem(rol_id: unknown, piloto_id: unknown): string | undefined {
  if (rol_id === rolId.piloto) return piloto_id == null ? sentences.pilotoNeeded : undefined
  return piloto_id == null ? undefined : 'Solo un usuario con rol piloto lleva un piloto.'
}

/** The list of common passwords exists only on the server. */
const passwordRule = rule('password', ({ password }) =>
  typeof password === 'string' && password !== '' ? passwordProblem(password) : undefined,
)

const isRol = (rol_id: unknown) => Object.values<unknown>(rolId).includes(rol_id)

export const createUsuarioEndpoint = {
  ...usuarios.create,
  body: usuarios.create.body
    .refine(...passwordRule)
    .refine(
      ...rule('piloto_id', ({ rol_id, piloto_id }) =>
        isRol(rol_id) ? pilotoProblem(rol_id, piloto_id) : undefined,
      ),
    ),
}

/** Returns the fields that a body changes. A blank password and null permissions change nothing. */
export const changedFields = (sent: object): string[] =>
  Object.entries(sent)
    .filter(([campo, value]) => campo !== 'version' && value !== undefined && !isBlank(campo, value))
    .map(([campo]) => campo)

const isBlank = (campo: string, value: unknown) =>
  (campo === 'password' && (value === '' || value === null)) ||
  (campo.startsWith('permisos') && value === null)

export const updateUsuarioEndpoint = {
  ...usuarios.update,
  body: usuarios.update.body
    .refine(...passwordRule)
    .refine(
      ...rule('password', (sent) =>
        sent.password !== undefined && changedFields(sent).length === 0
          ? 'Por favor ingresa una contraseña'
          : undefined,
      ),
    )
    .refine(
      // If one of the two is absent, changeUsuario checks the stored one.
      ...rule('piloto_id', ({ rol_id, piloto_id }) =>
        isRol(rol_id) && piloto_id !== undefined ? pilotoProblem(rol_id, piloto_id) : undefined,
      ),
    ),
}
