import { expect, test, vi } from 'vitest'

// The module reads the stored session when it loads.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { parsePermissions } = await import('./session.ts')
vi.unstubAllGlobals()

test('parsePermissions: returns the known names when stored as strings or objects', () => {
  const stored = ['ver_rutas', { id: 2, nombre_permiso: 'generar_reportes' }, 'mandar', null, 7, {}]
  expect(parsePermissions(stored)).toEqual(['generar_reportes', 'ver_rutas'])
  expect(parsePermissions('ver_rutas')).toEqual([])
  expect(parsePermissions(null)).toEqual([])
})
