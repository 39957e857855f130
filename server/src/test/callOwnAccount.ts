import { acceptingMail, mailStatement } from './cobros.ts'
import type { RutaOffice } from './openOffice.ts'
import type { Client } from './testApp.ts'
import { aVista } from './vistas.ts'

type CallEndpoint = (
  line: string,
  ids?: number[],
  body?: Record<string, unknown>,
  by?: Client,
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the response has
) => Promise<any>

/** As an administrador, calls each endpoint of the own account and each that sends mail. All succeed. */
export async function callOwnAccountEndpoints(
  callEndpoint: CallEndpoint,
  { server, references: { cliente_id } }: Pick<RutaOffice, 'server' | 'references'>,
  client: Client,
): Promise<void> {
  const open = await callEndpoint('GET /api/auth/sesiones')
  await callEndpoint('DELETE /api/auth/sesiones/:id', [
    open.find((each: { actual: boolean }) => !each.actual).id,
  ])
  await callEndpoint('DELETE /api/auth/sesiones')
  const { id } = await callEndpoint('POST /api/vistas', [], aVista)
  await callEndpoint('GET /api/vistas')
  await callEndpoint('DELETE /api/vistas/:id', [id])
  await callEndpoint('GET /api/auth/correo')
  await callEndpoint('PUT /api/auth/correo', [], { correo: 'ana@empresa.gt', avisos: null })
  const mailing = acceptingMail(server, client)
  await callEndpoint('POST /api/correo/prueba', [], undefined, mailing)
  await callEndpoint(mailStatement, [cliente_id], { para: 'ana@empresa.gt' }, mailing)
  await callEndpoint('GET /api/correo')
}
