import { expect, test } from 'vitest'
import { parsePermissions } from './parsePermissions.ts'

test('permissions are read as strings and as objects, and nothing else is believed', () => {
  const stored = ['ver_rutas', { id: 2, nombre_permiso: 'generar_reportes' }, 'mandar', null, 7, {}]
  expect(parsePermissions(stored)).toEqual(['generar_reportes', 'ver_rutas'])
  expect(parsePermissions('ver_rutas')).toEqual([])
  expect(parsePermissions(null)).toEqual([])
})
