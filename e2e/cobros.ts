import type { APIRequestContext } from '@playwright/test'
import { aCrew, aRuta } from './rutas.ts'
import { createRecord, type Login } from './support.ts'

/** Creates a client with this many delivered trips to invoice, of 1,000.00, 1,001.00, … */
export async function aClientToInvoice(request: APIRequestContext, login: Login, count: number) {
  const crew = await aCrew(request, login)
  const rutas: Awaited<ReturnType<typeof aRuta>>[] = []
  for (let index = 0; index < count; index += 1)
    rutas.push(
      await aRuta(request, login, crew, {
        estado: 'Entregado',
        precio: 1000 + index,
        hora: `${String(index + 6).padStart(2, '0')}:00`,
      }),
    )
  return { id: crew.cliente.id, word: crew.word, nombre: `Ñandú ${crew.word}`, rutas }
}

let numero = Date.now()

/** Creates an invoice with a number of its own. */
export async function aFactura(request: APIRequestContext, login: Login, values: Record<string, unknown>) {
  numero += 1
  const factura = await createRecord(request, login, '/api/facturas', {
    serie: 'E2E',
    numero: String(numero),
    fecha: '2026-11-20',
    ...values,
  })
  return { ...factura, name: `E2E-${numero}` }
}

/** Returns 32 hexadecimal digits that no other invoice has. */
export function aUuid() {
  numero += 1
  return `${numero.toString(16).padStart(16, 'a').slice(-16)}44c0a9ccfde068f0`.toUpperCase()
}
