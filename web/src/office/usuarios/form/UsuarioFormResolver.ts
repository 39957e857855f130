import '@flota/contract/jitless.ts'
import { rolId } from '@flota/contract/access.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { type UsuarioChanges, type UsuarioValues, usuarios } from '@flota/contract/usuarios.ts'
import { campos } from '@flota/contract/validation.ts'
import type { Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { Values } from './values.ts'

/** What is typed → what is sent. Only a piloto has a pilot. */
const bodyOf = ({ rol_id, piloto_id, ...typed }: Values) => ({
  ...typed,
  rol_id: rol_id && rolId[rol_id],
  piloto_id: rol_id === 'piloto' ? piloto_id.id : null,
})

/** The role's need of a pilot is a rule beside the schema; where a name is typed that nobody has, it is told so. */
function wrongPiloto({ rol_id, piloto_id }: Values): string | undefined {
  if (rol_id !== 'piloto' || piloto_id.id !== null) return undefined
  return piloto_id.text.trim() ? 'Piloto no encontrado' : sentences.pilotoNeeded
}

const resolverFor =
  <B>(schema: z.ZodType<B>): Resolver<Values, unknown, B> =>
  (values) => {
    const { data, error } = schema.safeParse(bodyOf(values))
    const wrong = { ...(error && campos(error)) }
    const piloto = wrongPiloto(values)
    if (piloto) wrong.piloto_id = piloto
    if (data && !piloto) return { values: data, errors: {} }
    const errors = Object.entries(wrong).map(([campo, message]) => [campo, { type: 'schema', message }])
    return {
      values: {},
      errors: Object.fromEntries(errors) as Record<string, { type: string; message: string }>,
    }
  }

export const newUsuarioResolver = resolverFor<UsuarioValues>(usuarios.create.body)
export const changedUsuarioResolver = resolverFor<UsuarioChanges>(usuarios.update.body)
