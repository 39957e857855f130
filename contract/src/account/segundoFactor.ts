import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { sentences } from '../core/sentences.ts'
import { named, optionalText, pathId, secret } from '../core/values.ts'

/** Spaces and hyphens between digits. */
const separators = /[\s\p{Pd}]/gu

/** Code without separators; null if empty. */
export const optionalCodigo = () =>
  optionalText()
    .transform((value) => value?.replace(separators, '') || null)
    .meta({ maxLength: 100 })

const codigo = () =>
  optionalCodigo().transform((value, issues) => {
    if (value !== null) return value
    issues.addIssue({ code: 'custom', message: sentences.required })
    return z.NEVER
  })

const factorSetup = named('SegundoFactorPedido', {
  secreto: z.string(),
  /** otpauth URI of the QR code. */
  uri: z.string(),
})
const factorActivation = named('SegundoFactorActivado', {
  /** Recovery codes, each usable once. Only this response shows them. */
  recuperacion: z.array(z.string()),
})
const factorState = named('SegundoFactor', {
  activo: z.boolean(),
  desde: z.iso.datetime().nullable(),
  recuperacion: z.int(),
})

/** The caller's own factor; an administrador can remove another user's with `removeOf`. */
export const segundoFactor = {
  show: endpoint('GET /api/auth/segundo-factor', {
    summary: 'Ver si el usuario tiene un segundo factor',
    data: factorState,
  }),
  begin: endpoint('POST /api/auth/segundo-factor', {
    summary: 'Pedir un segundo factor: vale cuando un código lo confirma',
    body: z.object({ actual: secret() }),
    data: factorSetup,
    message: 'Escanea el código y escribe los seis dígitos.',
    creates: true,
    idempotent: false,
    errorStatuses: [409],
  }),
  confirm: endpoint('PUT /api/auth/segundo-factor', {
    summary: 'Activar el segundo factor con un código de la aplicación',
    body: z.object({ codigo: codigo() }),
    data: factorActivation,
    message: 'Segundo factor activado',
    errorStatuses: [409],
  }),
  remove: endpoint('DELETE /api/auth/segundo-factor', {
    summary: 'Desactivar el segundo factor con un código, o con uno de recuperación',
    query: z.object({ codigo: codigo() }),
    data: z.null(),
    message: 'Segundo factor desactivado',
    errorStatuses: [409],
  }),
  removeOf: endpoint('DELETE /api/usuarios/:id/segundo-factor', {
    summary: 'Quitar el segundo factor de un usuario, y cerrar sus sesiones',
    params: z.object({ id: pathId() }),
    data: z.null(),
    message: 'Segundo factor desactivado',
  }),
}
