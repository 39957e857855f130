import { aCamion, aChofer, aPersona } from './factories.ts'
import { type ApiResponse, type Client, type TestApp, testApp } from './testApp.ts'

/** A type has nombre and aplica, a truck placa, a person nombre and apellido. */
export type PapelRow = Record<string, unknown> &
  Record<'nombre' | 'placa' | 'aplica', string> &
  Record<'id' | 'version', number>
type Entidad = 'choferes' | 'ayudantes' | 'camiones'

export interface DocumentosOffice {
  server: TestApp
  admin: Client
  /** Sets the clock, also that of the server. */
  setClock(iso: string): void
  /** Creates a type of document, by default not obligatory. */
  createTipo(aplica: Entidad, changes?: Record<string, unknown>): Promise<PapelRow>
  createRecord(entidad: Entidad, changes?: Record<string, unknown>): Promise<PapelRow>
  /** Creates a document of a type for a record. Fails if it is rejected. */
  createDocumento(tipo: PapelRow, record: PapelRow, changes?: Record<string, unknown>): Promise<PapelRow>
  close(): Promise<void>
}

const forms = { choferes: aChofer, ayudantes: aPersona, camiones: aCamion }
let tipoCount = 0

const expectCreated = ({ status, body }: ApiResponse): PapelRow => {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

/** Opens an office at noon of 20/11/2026 in the company's time zone. */
export async function openDocumentosOffice(): Promise<DocumentosOffice> {
  let moment = '2026-11-20T12:00:00-06:00'
  const server = await testApp({ now: () => new Date(moment) })
  const admin = await server.as()
  return {
    server,
    admin,
    setClock: (iso) => {
      moment = iso
    },
    createTipo: async (aplica, changes = {}) =>
      expectCreated(
        await admin.post('/api/documento-tipos', { nombre: `Papel ${++tipoCount}`, aplica, ...changes }),
      ),
    createRecord: async (entidad, changes = {}) =>
      expectCreated(await admin.post(`/api/${entidad}`, forms[entidad](changes))),
    createDocumento: async (tipo, record, changes = {}) =>
      expectCreated(
        await admin.post('/api/documentos', {
          tipo_id: tipo.id,
          entidad: tipo.aplica,
          entidad_id: record.id,
          ...changes,
        }),
      ),
    close: () => server.close(),
  }
}
