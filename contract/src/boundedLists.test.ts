import { expect, test } from 'vitest'
import { z } from 'zod'
import type { ContractLine } from './core/calls.ts'
import type { Endpoint } from './core/endpoint.ts'
import { fromKeys } from './core/keys.ts'
import { endpoints } from './endpoints.ts'
import { catalogueNames } from './records/catalogues.ts'

/** Why a list without pages has an end. */
const bounds: Partial<Record<ContractLine, string>> = {
  'GET /api/auth/sesiones': 'newest 100',
  ...fromKeys(
    catalogueNames.map((name) => `GET /api/${name}/:id/alias` as const),
    () => '1,000 rows',
  ),
  'GET /api/rutas/recientes': 'trips of 7 days',
  'GET /api/disponibles': 'live trucks, pilots and helpers',
  'GET /api/tablero': 'live trucks and pilots, trips of a day, 100 unclosed trips',
  'GET /api/tablero/semana': 'live trucks, trips of a week',
  'GET /api/rutas/sugerencias': '10 values',
  'GET /api/piloto': '1,000 rows',
  'GET /api/mantenimientos': '1,000 rows',
  'GET /api/mantenimientos/:id': '100 lines, by PUT lineas',
  'GET /api/camiones/:id/kilometraje': '1,000 readings',
  'GET /api/camiones/:id/rendimiento': '1,000 tramos',
  'GET /api/movimientos/rutas': '20 trips',
  'GET /api/saldos': '1,000 rows',
  'GET /api/liquidaciones/:id': '500 movements, by POST',
  'GET /api/clientes/:id/estado-de-cuenta': 'open invoices of a client',
  'GET /api/por-cobrar': 'clients with open invoices',
  'GET /api/por-facturar': 'clients with trips to invoice',
  'GET /api/por-facturar/:id': '1,000 rows',
  'GET /api/facturas/:id': '200 routes, by POST',
  'GET /api/cobros/:id': '100 allocations, by POST',
  'GET /api/archivos': '30 files a record',
  'GET /api/piloto/ruta/:id/archivos': '30 files a record',
  'GET /api/documento-tipos': '1,000 rows',
  'GET /api/avisos': '200 notices',
  'GET /api/rendimiento': 'live trucks and those with figures, or pilots',
  'GET /api/reportes': 'periods with trips',
  'GET /api/reportes/demoras': '1,000 rows',
  'GET /api/usuarios/permissions/available': 'permissions',
  'GET /api/usuarios/:id': 'permissions',
  'GET /api/usuarios/:id/tokens': '10 tokens',
  'GET /api/vistas': '20 views, by POST',
  'GET /api/buscar': '5 records of a kind',
  'GET /api/restricciones': '1,000 rows',
  'GET /api/restricciones/:id': '7 days, 50 words',
}

/** Returns whether a schema has a list. A list of fixed words has an end. */
function hasList(schema: unknown): boolean {
  if (schema instanceof z.ZodArray) return !(schema.element instanceof z.ZodEnum)
  if (schema instanceof z.ZodObject) return Object.values(schema.shape).some(hasList)
  if (schema instanceof z.ZodUnion) return schema.options.some(hasList)
  return (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) && hasList(schema.unwrap())
}

const isPaged = ({ query }: Endpoint) => query instanceof z.ZodObject && 'pagina' in query.shape

test('GET calls: each list has pages or a stated bound', () => {
  const unpaged = (endpoints as readonly Endpoint[]).filter(
    (endpoint) => endpoint.method === 'GET' && hasList(endpoint.data) && !isPaged(endpoint),
  )
  expect(unpaged.map(({ line }) => line).toSorted()).toEqual(Object.keys(bounds).toSorted())
})
