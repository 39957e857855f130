import { expect } from 'vitest'
import { one, sql } from '../platform/db/sql.ts'
import { aCobro, insertFactura } from './cobros.ts'
import { aPersona } from './factories.ts'
import { testApp } from './testApp.ts'

type Changes = Record<string, unknown>

export const cobrosPath = '/api/cobros'

/** Opens a server with a client and a user who has only gestionar_cobros, who sends the calls. */
export async function openCobrosOffice() {
  const server = await testApp()
  const admin = await server.as()
  const cashier = await server.as({
    rol: 'usuario',
    permisos: [],
    permisos_dinero: ['gestionar_cobros'],
  })
  const aClient = async (changes: Changes = {}): Promise<number> =>
    (await admin.post('/api/clientes', { ...aPersona(), ...changes })).body.data.id
  const cliente_id = await aClient()
  /** Pays 100 of an invoice. */
  const post = (factura_id: number, changes: Changes = {}) =>
    cashier.post(cobrosPath, aCobro({ cliente_id }, factura_id, changes))
  return {
    server,
    admin,
    cashier,
    cliente_id,
    aClient,
    post,
    aFactura: (monto = 11_200, client = cliente_id) =>
      insertFactura(server.db, { cliente_id: client }, { monto }),
    /** Pays an invoice with the amounts of its allocation. */
    pay: (factura_id: number, amounts: Changes, changes: Changes = {}) =>
      post(factura_id, { aplicaciones: [{ factura_id, ...amounts }], ...changes }),
    anular: (id: number, body: Changes = { motivo: 'Cheque rechazado' }) =>
      cashier.post(`${cobrosPath}/${id}/anular`, body),
    sumsOf: (id: number) =>
      one(
        server.db,
        sql`select cobrado, retencion_iva, retencion_isr, saldo, version, actualizado_en = creado_en as unchanged
          from facturas where id = ${id}`,
      ),
    nameOf: async (id: number) =>
      (
        await one<{ nombre: string }>(
          server.db,
          sql`select serie || '-' || numero as nombre from facturas where id = ${id}`,
        )
      )?.nombre,
    /** Returns the field errors of a 400. */
    camposOf: async (sent: ReturnType<typeof post>): Promise<Record<string, string>> => {
      const { status, body } = await sent
      expect([status, body.success]).toEqual([400, false])
      return body.error.campos
    },
  }
}
export type CobrosOffice = Awaited<ReturnType<typeof openCobrosOffice>>
