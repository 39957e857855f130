import { aCobro, aFactura, facturasPath, insertFactura } from './cobros.ts'
import { type CallContext, type RevokedCall, revokedCall } from './delayedCall.ts'

/** Each writing call of receivables. The user loses the permission while the call waits. */
export async function receivablesCalls({ admin, references, server }: CallContext): Promise<RevokedCall[]> {
  const { cliente_id } = references
  const payment = async () => aCobro(references, await insertFactura(server.db, references))
  const { id } = (await admin.post('/api/cobros', await payment())).body.data
  const factura = async () => (await admin.post(facturasPath, aFactura(cliente_id))).body.data.id as number
  const mailer = {
    remitente: 'flota@empresa.gt',
    send: () => Promise.reject(new Error('A mail was sent without permission')),
  }
  const app = server.startAnotherApp({ mailer })
  return [
    revokedCall('PUT /api/clientes/:id/fiscal', cliente_id, { dias_credito: 30 }),
    revokedCall('POST /api/facturas', 0, aFactura(cliente_id)),
    revokedCall('PUT /api/facturas/:id', await factura(), aFactura(cliente_id)),
    revokedCall('POST /api/facturas/:id/anular', await factura(), { motivo: 'Se repitió' }),
    revokedCall('POST /api/cobros', 0, await payment()),
    revokedCall('POST /api/cobros/:id/anular', id, { motivo: 'Otra vez' }),
    {
      line: 'POST /api/clientes/:id/estado-de-cuenta/correo',
      make: (by) =>
        server
          .clientOf(app, by.token)
          .post(`/api/clientes/${cliente_id}/estado-de-cuenta/correo`, { para: 'ana@empresa.gt' }),
    },
  ]
}
