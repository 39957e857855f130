import { aCamion, aChofer, aPersona } from './factories.ts'
import { type Answer, type Client, type TestApp, testApp } from './testApp.ts'

/** A type has nombre and aplica, a truck placa, a person nombre and apellido. */
export type Row = Record<string, unknown> &
  Record<'nombre' | 'placa' | 'aplica', string> &
  Record<'id' | 'version', number>
type Entidad = 'choferes' | 'ayudantes' | 'camiones'

export interface PapelesOffice {
  server: TestApp
  admin: Client
  /** Makes it another moment, for the server too. */
  clock(iso: string): void
  /** A new type, obligatory only where `changes` says so. */
  tipo(aplica: Entidad, changes?: Record<string, unknown>): Promise<Row>
  record(entidad: Entidad, changes?: Record<string, unknown>): Promise<Row>
  /** A paper of a type for a record; what is refused fails. */
  paper(tipo: Row, record: Row, changes?: Record<string, unknown>): Promise<Row>
  close(): Promise<void>
}

const forms = { choferes: aChofer, ayudantes: aPersona, camiones: aCamion }
let names = 0

const made = ({ status, body }: Answer): Row => {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.data
}

/** An office on 20/11/2026 at noon, company time. */
export async function openPapeles(): Promise<PapelesOffice> {
  let moment = '2026-11-20T12:00:00-06:00'
  const server = await testApp({ now: () => new Date(moment) })
  const admin = await server.as()
  return {
    server,
    admin,
    clock: (iso) => {
      moment = iso
    },
    tipo: async (aplica, changes = {}) =>
      made(await admin.post('/api/documento-tipos', { nombre: `Papel ${++names}`, aplica, ...changes })),
    record: async (entidad, changes = {}) =>
      made(await admin.post(`/api/${entidad}`, forms[entidad](changes))),
    paper: async (tipo, record, changes = {}) =>
      made(
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
