import { withId } from '../../../shell/paths.ts'

export const clienteHref = (id: number, params: { corte?: string; hasta?: string } = {}) => {
  const search = new URLSearchParams(Object.entries(params).filter(([, value]) => value))
  return withId('/cobros/cliente/:id', id) + (search.size > 0 ? `?${search}` : '')
}
export const facturaHref = (id: number) => withId('/cobros/factura/:id', id)

export const newFacturaHref = '/cobros?registro=nueva'
export const editFacturaHref = (id: number) => `/cobros?registro=${id}`
/** Returns the form of a payment of these invoices. */
export const newCobroHref = (cliente: number, facturas: readonly number[]) =>
  `/cobros?cobro=${cliente}&facturas=${facturas.join('-')}`

/** Pages that lead to an invoice, a client's account or a form: closing it navigates back to them. */
export const cobrosReturnPages = /^\/(cobros|bitacora|mostrar-|ver-|dashboard|admin-dashboard)/
