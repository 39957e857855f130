import type { Client, TestApp } from './testApp.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test reads whatever shape the answer has
type Send = (line: string, ids?: number[], body?: Record<string, unknown>, by?: Client) => Promise<any>

/** The calls of an administrador's own account that leave it open, each as it should be. */
export async function answerOwn(answer: Send, server: TestApp, client: Client): Promise<void> {
  const open = await answer('GET /api/auth/sesiones')
  await answer('DELETE /api/auth/sesiones/:id', [open.find((each: { actual: boolean }) => !each.actual).id])
  await answer('DELETE /api/auth/sesiones')
  await answer('GET /api/auth/correo')
  await answer('PUT /api/auth/correo', [], { correo: 'ana@empresa.gt', avisos: null })
  const mailer = { remitente: 'flota@empresa.gt', send: async () => undefined }
  await answer(
    'POST /api/correo/prueba',
    [],
    undefined,
    server.clientOf(server.another({ mailer }), client.token),
  )
  await answer('GET /api/correo')
}
