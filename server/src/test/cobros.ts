import { expect } from 'vitest'
import { type Db, one, run, scalar, sql } from '../platform/db/sql.ts'
import { aPersona } from './factories.ts'
import { openOffice } from './openOffice.ts'
import type { Client, TestApp } from './testApp.ts'

/** Inserts an invoice of a trip with a payment and every column filled. @returns the invoice's id */
export async function insertFacturaRows(db: Db, cliente_id: number, ruta_id: number): Promise<number> {
  const factura = await one<{ id: number }>(
    db,
    sql`insert into facturas (cliente_id, uuid, serie, numero, fecha, vence, monto, nota, rutas, cobrado, motivo, busqueda)
      values (${cliente_id}, 'D412A347-9720-44C0-A9CC-FDE068F0A2E7', 'D412A347', '2535474368', '2026-01-15', '2026-02-14',
        11200, 'Flete', ${[ruta_id]}::int[], 100, 'Se repitió', '')
      returning id`,
  )
  if (!factura) throw new Error('insert into facturas returned no row')
  await run(
    db,
    sql`insert into facturas_rutas (factura_id, ruta_id, monto) values (${factura.id}, ${ruta_id}, 11200)`,
  )
  await run(
    db,
    sql`with cobro as (
        insert into cobros (cliente_id, fecha, forma, referencia, monto, motivo, busqueda)
        values (${cliente_id}, '2026-01-20', 'Cheque', '123', 100, 'Se repitió', '') returning id)
      insert into cobros_aplicaciones (cobro_id, factura_id, monto, constancia_iva, constancia_isr)
      select id, ${factura.id}, 100, 'A-1', 'B-1' from cobro`,
  )
  return factura.id
}

/** Returns a client of another process, whose mail server accepts every mail. */
export const acceptingMail = (server: TestApp, { token }: Client): Client =>
  server.clientOf(
    server.startAnotherApp({ mailer: { remitente: 'flota@empresa.gt', send: async () => undefined } }),
    token,
  )

export const mailStatement = 'POST /api/clientes/:id/estado-de-cuenta/correo'

let numero = 0

/** Inserts an invoice without trips. @returns its id */
export async function insertFactura(
  db: Db,
  { cliente_id }: { cliente_id: number },
  {
    monto = 11_200,
    fecha = '2026-01-15',
    vence = fecha,
  }: { monto?: number; fecha?: string; vence?: string } = {},
): Promise<number> {
  const id = await scalar<number>(
    db,
    sql`insert into facturas (cliente_id, serie, numero, fecha, vence, monto, busqueda)
      select ${cliente_id}, 'A', ${String(++numero)}, ${fecha}::date, ${vence}::date, ${monto},
        texto_de_factura(${cliente_id}, null, 'A', ${String(numero)}, '{}')
      returning id`,
  )
  if (id === undefined) throw new Error('insert into facturas returned no row')
  return id
}

/** Returns the body of a payment of 100 for an invoice. */
export const aCobro = ({ cliente_id }: { cliente_id: number }, factura_id: number, changes: object = {}) => ({
  cliente_id,
  fecha: '2026-01-20',
  forma: 'Transferencia',
  referencia: 'TR-1',
  aplicaciones: [{ factura_id, monto: 100 }],
  ...changes,
})
type Changes = Record<string, unknown>

/** Returns the body of an invoice with the next free numero. */
export const aFactura = (cliente_id: number, changes: Changes = {}) => ({
  cliente_id,
  serie: 'F',
  numero: String(nextNumero++),
  fecha: '2026-01-15',
  monto: 1000,
  ...changes,
})
let nextNumero = 1

export const facturasPath = '/api/facturas'

/** An office with a user who has only gestionar_cobros, and senders of invoices. */
export async function openInvoiceOffice() {
  const office = await openOffice()
  const { admin, references, server } = office
  const cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
  const post = (changes: Changes = {}) => cashier.post(facturasPath, aFactura(references.cliente_id, changes))
  return {
    ...office,
    cashier,
    cliente_id: references.cliente_id,
    /** Sends an invoice of the office's client. */
    postFactura: post,
    createFactura: async (changes: Changes = {}) => {
      const { status, body } = await post(changes)
      expect([status, body.error]).toEqual([201, undefined])
      return body.data
    },
    putFactura: (id: number, body: Changes) => cashier.put(`${facturasPath}/${id}`, body),
    anularFactura: (id: number, body: Changes = { motivo: 'Se repitió' }) =>
      cashier.post(`${facturasPath}/${id}/anular`, body),
    readFactura: async (id: number) => (await cashier.get(`${facturasPath}/${id}`)).body.data,
    /** Creates a delivered trip of Q3,500.00. */
    createTrip: (changes: Changes = {}) => office.create({ estado: 'Entregado', precio: 3500, ...changes }),
    createCliente: async (): Promise<number> => (await admin.post('/api/clientes', aPersona())).body.data.id,
  }
}
export type InvoiceOffice = Awaited<ReturnType<typeof openInvoiceOffice>>
