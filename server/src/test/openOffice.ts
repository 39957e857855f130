import { expect } from 'vitest'
import { aRuta, someReferences } from './factories.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from './testApp.ts'

type Changes = Record<string, unknown>
type References = Awaited<ReturnType<typeof someReferences>>

/** A server with the records a trip refers to, and senders of trip forms. */
export interface RutaOffice {
  server: TestApp
  admin: Client
  references: References
  /** Sends a complete form with these changes, as administrador. */
  post(changes?: Changes): Promise<ApiResponse>
  /** Creates a trip with POST. */
  create(changes?: Changes): Promise<{ id: number; version: number; no_ruta: string } & Changes>
  put(id: number, changes?: Changes): Promise<ApiResponse>
  read(id: number): Promise<ApiResponse>
  history(id: number): Promise<Changes[]>
  close(): Promise<void>
}

export async function openOffice(): Promise<RutaOffice> {
  const server = await testApp()
  const admin = await server.as()
  const references = await someReferences(admin)
  const post = (changes: Changes = {}) => admin.post('/api/rutas', aRuta(references, changes))
  return {
    server,
    admin,
    references,
    post,
    create: async (changes) => {
      const { status, body } = await post(changes)
      expect([status, body.error]).toEqual([201, undefined])
      return body.data
    },
    put: (id, changes = {}) =>
      admin.put(`/api/rutas/${id}`, aRuta(references, { estado: 'Pendiente', ...changes })),
    read: (id) => admin.get(`/api/rutas/${id}`),
    history: async (id) => (await admin.get(`/api/rutas/${id}/historial`)).body.data,
    close: () => server.close(),
  }
}

/** Opens an office and the pilot of its trips. */
export async function openOfficeWithPilot(
  username = 'julio.piloto',
): Promise<{ office: RutaOffice; piloto: Client }> {
  const office = await openOffice()
  const { chofer_id: piloto_id } = office.references
  return { office, piloto: await office.server.as({ rol: 'piloto', piloto_id, username }) }
}

/** Returns a detail as the list returns it. */
export function asListRow(ruta: Changes): Changes {
  const { duracion_min: _minutes, inicio: _from, fin: _to, modificado_por: _who, ...row } = ruta
  return row
}

/** Returns a detail as the pilot's calls return it. */
/** Returns a history as the pilot's call returns it: without the office's usernames. */
export const asPilotHistory = (rows: readonly object[]) =>
  rows.map((row) =>
    'usuario' in row && String(row.usuario).startsWith('administrador-')
      ? { ...row, usuario: 'Otro usuario' }
      : row,
  )

export function asPilotRow(ruta: Changes): Changes {
  const { precio: _price, ...row } = asListRow(ruta)
  return row
}

/** Returns the invalid fields of a 400, sorted. */
export function invalidCamposOf({ status, body }: ApiResponse): string[] {
  expect([status, body.success, body.error?.code]).toEqual([400, false, 'VALIDACION'])
  expect(body.data).toBeUndefined()
  for (const sentence of Object.values(body.error.campos)) expect(sentence).toMatch(/\S/)
  return Object.keys(body.error.campos).toSorted()
}

export type SendForm = (changes: Changes) => Promise<ApiResponse>

/** Expects that exactly the changed fields are invalid. */
export const expectInvalid = async (send: SendForm, changes: Changes) =>
  expect([changes, invalidCamposOf(await send(changes))]).toEqual([changes, Object.keys(changes).toSorted()])

/** Expects that the changes are returned and read as `stored`. */
export const expectAccepted = async (
  office: RutaOffice,
  send: SendForm,
  changes: Changes,
  stored = changes,
) => {
  const { status, body } = await send(changes)
  expect([changes, status < 300, body.error]).toEqual([changes, true, undefined])
  expect(body.data).toMatchObject(stored)
  expect((await office.read(body.data.id)).body.data).toMatchObject(stored)
}

/** Expects a 409 with nothing but this message. */
export const expectConflict = ({ status, body }: ApiResponse, message: string) => {
  expect(status).toBe(409)
  expect(body).toEqual({ success: false, message, error: { code: 'CONFLICTO' } })
}

export const staleMessage = 'Otro usuario modificó este registro. Recarga para ver los cambios.'

/** Returns the ids of a list, in order. */
export const idsOf = ({ status, body }: ApiResponse): number[] => {
  expect(status).toBe(200)
  return body.data.map(({ id }: { id: number }) => id)
}
