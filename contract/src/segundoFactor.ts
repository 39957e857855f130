import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sentences } from './sentences.ts'
import { named, optionalText, pathId, secret } from './values.ts'

/** What stands between digits for the eye: spaces, hyphens. */
const separators = /[\s\p{Pd}]/gu

/** A code as it was typed; null where nothing is left of it. */
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
  /** base32. */
  secreto: z.string(),
  /** What an app reads from the picture. */
  uri: z.string(),
})
const factorActivation = named('SegundoFactorActivado', {
  /** Shown this once; each is good once. */
  recuperacion: z.array(z.string()),
})
const factorState = named('SegundoFactor', {
  activo: z.boolean(),
  desde: z.iso.datetime().nullable(),
  /** How many are left. */
  recuperacion: z.int(),
})

/** Of whoever asks; the last of another, by an administrador. */
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
    refuses: [409],
  }),
  confirm: endpoint('PUT /api/auth/segundo-factor', {
    summary: 'Activar el segundo factor con un código de la aplicación',
    body: z.object({ codigo: codigo() }),
    data: factorActivation,
    message: 'Segundo factor activado',
    refuses: [409],
  }),
  remove: endpoint('DELETE /api/auth/segundo-factor', {
    summary: 'Desactivar el segundo factor con un código, o con uno de recuperación',
    query: z.object({ codigo: codigo() }),
    data: z.null(),
    message: 'Segundo factor desactivado',
    refuses: [409],
  }),
  removeOf: endpoint('DELETE /api/usuarios/:id/segundo-factor', {
    summary: 'Quitar el segundo factor de un usuario, y cerrar sus sesiones',
    params: z.object({ id: pathId() }),
    data: z.null(),
    message: 'Segundo factor desactivado',
  }),
}
