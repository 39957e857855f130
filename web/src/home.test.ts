import type { Caller } from '@flota/contract/core/access.ts'
import { expect, test } from 'vitest'
import { homeOf, landingAfterLogin } from './home.ts'

const admin: Caller = { rol_nombre: 'administrador', permissions: ['gestionar_catalogos'] }
const clerk: Caller = { rol_nombre: 'usuario', permissions: ['gestionar_catalogos'] }
const pilot: Caller = { rol_nombre: 'piloto', permissions: ['ver_rutas', 'actualizar_estado'] }
const withoutPermissions: Caller = { rol_nombre: 'usuario', permissions: [] }

test('landingAfterLogin: returns the requested page when the user may open it', () => {
  expect(landingAfterLogin(admin, '/camiones?pagina=2')).toBe('/camiones?pagina=2')
  expect(landingAfterLogin(withoutPermissions, '/camiones?pagina=2')).toBe('/dashboard')
  expect(landingAfterLogin(pilot, '/dashboard')).toBe('/dashboard')
  expect(landingAfterLogin(pilot, '/camiones?pagina=2')).toBe('/piloto-rutas')
  expect(landingAfterLogin(pilot, undefined)).toBe('/piloto-rutas')
})

test.each([
  '//evil.example',
  'https://evil.example',
  '/login',
  '/',
  '/nada',
  'javascript:alert(1)',
  '',
  null,
  { a: 1 },
])('landingAfterLogin: ignores the origin %j', (origin) =>
  expect(landingAfterLogin(admin, origin)).toBe('/dashboard'),
)

test("homeOf: returns the page that fits the user's permissions", () => {
  expect(homeOf(admin)).toBe('/admin-dashboard')
  expect(homeOf(clerk)).toBe('/choferes')
  for (const permiso of ['ver_rutas', 'crear_rutas', 'editar_rutas', 'eliminar_rutas'] as const)
    expect(homeOf({ rol_nombre: 'usuario', permissions: ['gestionar_catalogos', permiso] })).toBe('/rutas')
  expect(homeOf({ rol_nombre: 'usuario', permissions: ['generar_reportes'] })).toBe('/reportes')
  expect(homeOf({ rol_nombre: 'usuario', permissions: ['generar_reportes', 'gestionar_catalogos'] })).toBe(
    '/choferes',
  )
  const biller: Caller = { ...withoutPermissions, permissions_dinero: ['gestionar_cobros'] }
  expect(homeOf(biller)).toBe('/cobros')
  expect(homeOf({ ...biller, permissions_dinero: ['ver_dinero', 'gestionar_cobros'] })).toBe('/dinero')
  expect(homeOf({ ...biller, rol_nombre: 'piloto' })).toBe('/dashboard')
  expect(homeOf(pilot)).toBe('/piloto-rutas')
  expect(homeOf({ rol_nombre: 'piloto', permissions: [] })).toBe('/dashboard')
  expect(homeOf(withoutPermissions)).toBe('/dashboard')
})
