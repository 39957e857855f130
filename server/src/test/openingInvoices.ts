import { aPersona } from './factories.ts'
import { csv } from './importar.ts'
import { type Client, type TestApp, testApp } from './testApp.ts'

/** An office with clients whose tax data have NITs. */
export interface OpeningOffice {
  server: TestApp
  admin: Client
  /** Holds gestionar_cobros alone. */
  cashier: Client
  /** Ids of the clients O'Higgins Uno, Dos, Mina and Puerto. The last two have one NIT. */
  ids: Record<'uno' | 'dos' | 'mina' | 'puerto', number>
}

/** Opens an office at noon of 20/11/2026 in the company's time zone. */
export async function openOpeningOffice(): Promise<OpeningOffice> {
  const server = await testApp({ now: () => new Date('2026-11-20T12:00:00-06:00') })
  const admin = await server.as()
  const cashier = await server.as({ rol: 'usuario', permisos: [], permisos_dinero: ['gestionar_cobros'] })
  const create = async (apellido: string, fiscal: object): Promise<number> => {
    const { body } = await admin.post('/api/clientes', aPersona({ nombre: "O'Higgins", apellido }))
    const { status } = await admin.put(`/api/clientes/${body.data.id}/fiscal`, fiscal)
    if (status !== 200) throw new Error(`PUT fiscal returned ${status}`)
    return body.data.id
  }
  const ids = {
    uno: await create('Uno', { nit: '576937-K', dias_credito: 30 }),
    dos: await create('Dos', { nit: 'CF' }),
    mina: await create('Mina', { nit: '39525503' }),
    puerto: await create('Puerto', { nit: '39525503' }),
  }
  await admin.delete(`/api/clientes/${await create('Borrado', { nit: '576937-K' })}`)
  return { server, admin, cashier, ids }
}

const headings = [
  'Cliente',
  'NIT',
  'Tipo',
  'Serie',
  'Número',
  'Autorización',
  'Fecha',
  'Vence',
  'Monto',
  'Saldo inicial',
]
let numero = 1000
/** A good row of the first client, with the next free number. */
export const anInvoiceRow = (changes: Record<string, string> = {}) => {
  const row: Record<string, string> = {
    Cliente: "O'Higgins Uno",
    Serie: 'A',
    Número: String(++numero),
    Fecha: '21/09/2026',
    Monto: '11,200.00',
    ...changes,
  }
  return headings.map((heading) => row[heading] ?? '')
}
export const invoiceSheet = (...rows: string[][]) => csv(headings, ...rows)
