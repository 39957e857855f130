import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { blankAsAbsent, integer, named, pathId, text } from '../core/values.ts'

/** API token of a program, with the permissions of its user. */
const tokenFields = {
  id: z.int(),
  nombre: z.string(),
  creado_en: z.iso.datetime(),
  /** Last day of validity, inclusive. */
  vence: z.iso.date(),
  /** Precise to a minute. */
  usado_en: z.iso.datetime().nullable(),
}
const token = named('Token', tokenFields)
export type Token = z.output<typeof token>

const createdToken = named('TokenNuevo', {
  ...tokenFields,
  /** Only in the first response: a repeat of the call has null. */
  token: z.string().nullable(),
})

const defaultTokenDays = 365
const tokenValues = named('TokenValues', {
  nombre: text(60),
  dias: blankAsAbsent(integer(1, 730).default(defaultTokenDays)),
})
export type TokenValues = z.output<typeof tokenValues>

const params = z.object({ id: pathId() })

export const tokens = {
  list: endpoint('GET /api/usuarios/:id/tokens', {
    summary: 'Listar los tokens de un usuario que siguen valiendo',
    params,
    data: z.array(token),
    wrapping: 'rows',
  }),
  create: endpoint('POST /api/usuarios/:id/tokens', {
    summary: 'Crear un token para un programa: se muestra una sola vez',
    params,
    body: tokenValues,
    data: createdToken,
    message: 'Token creado exitosamente',
    creates: true,
    omittedOnRepeat: ['token'],
  }),
  remove: endpoint('DELETE /api/usuarios/:id/tokens/:tid', {
    summary: 'Revocar un token',
    params: z.object({ id: pathId(), tid: pathId() }),
    data: z.null(),
    message: 'Token revocado con éxito',
  }),
}
