import type { Access } from './access.ts'

const manageCobros: Access = { anyOf: ['gestionar_cobros'], except: 'piloto' }

/** Calls of invoices, payments and receivables. */
export const cobroCalls = {
  'GET /api/clientes/:id/fiscal': manageCobros,
  'PUT /api/clientes/:id/fiscal': manageCobros,
  'GET /api/clientes/:id/estado-de-cuenta': manageCobros,
  'GET /api/clientes/:id/estado-de-cuenta/pdf': manageCobros,
  'POST /api/clientes/:id/estado-de-cuenta/correo': manageCobros,
  'GET /api/facturas': manageCobros,
  'GET /api/facturas/exportar': manageCobros,
  'GET /api/facturas/:id': manageCobros,
  'POST /api/facturas': manageCobros,
  'PUT /api/facturas/:id': manageCobros,
  'POST /api/facturas/:id/anular': manageCobros,
  'GET /api/cobros': manageCobros,
  'GET /api/cobros/exportar': manageCobros,
  'GET /api/cobros/:id': manageCobros,
  'POST /api/cobros': manageCobros,
  'POST /api/cobros/:id/anular': manageCobros,
  'GET /api/por-facturar': manageCobros,
  'GET /api/por-facturar/exportar': manageCobros,
  'GET /api/por-facturar/:id': manageCobros,
  'GET /api/por-cobrar': manageCobros,
  'GET /api/por-cobrar/exportar': manageCobros,
} as const
