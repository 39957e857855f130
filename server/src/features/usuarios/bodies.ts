import { rolId } from '@flota/contract/permisos.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { type UsuarioValues, usuarios } from '@flota/contract/usuarios.ts'
import { passwordProblem } from '../../platform/passwords.ts'

/** As sent: a rule also looks at a body in which another field is wrong. */
type SentUsuario = Partial<Record<keyof UsuarioValues, unknown>>

/** What is wrong with a field, told together with the other wrong fields. */
const rule = (campo: keyof UsuarioValues, problem: (sent: SentUsuario) => string | undefined) =>
  [
    (sent: SentUsuario) => problem(sent) === undefined,
    {
      path: [campo] as PropertyKey[],
      when: () => true,
      // zod types what it hands back as unknown; it is the same body.
      error: ({ input }: { input?: unknown }) => problem(input as SentUsuario),
    },
  ] as const

/** Why a user of this role can't have this pilot; an id of any kind counts as one. */
export function pilotoProblem(rol_id: unknown, piloto_id: unknown): string | undefined {
  if (rol_id === rolId.piloto) return piloto_id == null ? sentences.pilotoNeeded : undefined
  return piloto_id == null ? undefined : 'Solo un usuario con rol piloto lleva un piloto.'
}

/** That a password is a common one, only the server can tell. */
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

/** The fields that a body really changes: a blank password and permissions null are as if they were not there. */
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
      // Where one of the two is not sent, the stored one decides: write.ts asks again.
      ...rule('piloto_id', ({ rol_id, piloto_id }) =>
        isRol(rol_id) && piloto_id !== undefined ? pilotoProblem(rol_id, piloto_id) : undefined,
      ),
    ),
}
