import type { Access } from './access.ts'

export const readDinero: Access = { anyOf: ['ver_dinero', 'gestionar_dinero'], except: 'piloto' }
/** Without gestionar_dinero: users who pay out need not see what a trip earns. */
export const viewDinero: Access = { anyOf: ['ver_dinero'], except: 'piloto' }
export const writeDinero: Access = { anyOf: ['gestionar_dinero'], except: 'piloto' }
const administrador: Access = { role: 'administrador' }

/** Calls of movements, balances, margins and settlements. */
export const dineroCalls = {
  'GET /api/movimientos': readDinero,
  'GET /api/movimientos/rutas': readDinero,
  'GET /api/movimientos/:id': readDinero,
  'POST /api/movimientos': writeDinero,
  'PUT /api/movimientos/:id': writeDinero,
  'PUT /api/movimientos/:id/estado': writeDinero,
  'GET /api/movimientos/exportar': readDinero,
  'GET /api/movimientos/:id/pdf': readDinero,
  'GET /api/saldos': readDinero,
  'GET /api/saldos/exportar': readDinero,
  'GET /api/margen': viewDinero,
  'GET /api/margen/exportar': viewDinero,
  'GET /api/rutas/:id/dinero': viewDinero,
  'GET /api/liquidaciones': readDinero,
  'GET /api/liquidaciones/exportar': readDinero,
  'GET /api/liquidaciones/:id': readDinero,
  'GET /api/liquidaciones/:id/pdf': readDinero,
  'POST /api/liquidaciones': writeDinero,
  'POST /api/liquidaciones/:id/anular': administrador,
} as const
