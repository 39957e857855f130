import type { Access } from './access.ts'
import { readDinero, viewDinero, writeDinero } from './dineroCalls.ts'

const manageFlota: Access = { anyOf: ['gestionar_catalogos'], except: 'piloto' }
const readFlota: Access = {
  anyOf: ['gestionar_catalogos', 'ver_dinero', 'gestionar_dinero'],
  except: 'piloto',
}

/** Calls of fuel, odometer readings and maintenance plans. */
export const flotaCalls = {
  'GET /api/cargas': readDinero,
  'GET /api/cargas/exportar': readDinero,
  'GET /api/cargas/:id': readDinero,
  'POST /api/cargas': writeDinero,
  'PUT /api/cargas/:id': writeDinero,
  'GET /api/camiones/:id/kilometraje': readFlota,
  'GET /api/camiones/:id/rendimiento': readFlota,
  'GET /api/camiones/:id/ficha': readFlota,
  'PUT /api/camiones/:id/ficha': manageFlota,
  'POST /api/lecturas': manageFlota,
  'GET /api/lecturas/:id': manageFlota,
  'PUT /api/lecturas/:id': manageFlota,
  'DELETE /api/lecturas/:id': manageFlota,
  'GET /api/planes': manageFlota,
  'GET /api/planes/exportar': manageFlota,
  'POST /api/planes': manageFlota,
  'GET /api/planes/:id': manageFlota,
  'PUT /api/planes/:id': manageFlota,
  'DELETE /api/planes/:id': manageFlota,
  'POST /api/planes/:id/mantenimiento': manageFlota,
  'PUT /api/mantenimientos/:id/lineas': manageFlota,
  'GET /api/rendimiento': viewDinero,
  'GET /api/rendimiento/exportar': viewDinero,
} as const
