import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { optionalMailAddress } from '../core/mailAddress.ts'
import { named } from '../core/values.ts'

/** Address of the caller, and whether the weekly notices are sent to it. */
const mailSettings = named('CorreoPropio', { correo: z.string().nullable(), avisos: z.boolean() })
export type MailSettings = z.output<typeof mailSettings>

/** Fields that are absent keep their value. */
const mailSettingsChanges = named('CorreoPropioChanges', {
  correo: optionalMailAddress(),
  avisos: z.preprocess((value) => (value === '' || value === null ? true : value), z.boolean().optional()),
})
export type MailSettingsChanges = z.output<typeof mailSettingsChanges>

const mailState = named('EstadoDelCorreo', {
  activo: z.boolean(),
  remitente: z.string().nullable(),
  /** Error of the last attempt, null after a later success. */
  ultimo_error: z.string().nullable(),
  ultimo_envio: z.iso.datetime().nullable(),
})
export type MailState = z.output<typeof mailState>

export const correo = {
  /** `message` says so if mail is not configured. */
  own: endpoint('GET /api/auth/correo', {
    summary: 'Ver a qué correo llegan los avisos propios',
    data: mailSettings,
  }),
  change: endpoint('PUT /api/auth/correo', {
    summary: 'Cambiar el correo propio, o si llegan los avisos',
    body: mailSettingsChanges,
    data: mailSettings,
    message: 'Correo guardado exitosamente',
  }),
  state: endpoint('GET /api/correo', { summary: 'Ver si los correos salen', data: mailState }),
  /** Sends to the caller's own address. */
  trial: endpoint('POST /api/correo/prueba', {
    summary: 'Enviarse un correo de prueba',
    data: z.null(),
    message: 'Correo de prueba enviado',
    errorStatuses: [409, 502],
  }),
}
