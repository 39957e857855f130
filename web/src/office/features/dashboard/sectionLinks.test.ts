import type { Permiso, Rol } from '@flota/contract/core/access.ts'
import { type Page, pages } from '@flota/contract/core/pages.ts'
import { expect, test } from 'vitest'
import { hintsFor, sectionsFor } from './sectionLinks.ts'

const sections = (Object.keys(pages) as Page[]).map((page) => ({
  page,
  label: page,
  about: '',
  Icon: () => null,
}))
const as = (rol_nombre: Rol, ...permissions: Permiso[]) => ({ rol_nombre, permissions })
const linksOf = (...caller: Parameters<typeof as>) =>
  hintsFor(as(...caller), sections).map(({ page }) => page)

test('hintsFor: returns the permitted pages when the user has one field of work', () => {
  expect(linksOf('usuario', 'ver_rutas')).toEqual(['/rutas'])
  expect(linksOf('usuario', 'eliminar_rutas')).toEqual(['/rutas'])
  expect(linksOf('usuario', 'gestionar_catalogos', 'crear_rutas')).toEqual(['/rutas', '/choferes'])
  expect(linksOf('piloto', 'ver_rutas', 'actualizar_estado')).toEqual(['/rutas', '/piloto-rutas'])
})

test('hintsFor: returns nothing for administrators, several fields of work or no permitted page', () => {
  expect(linksOf('administrador', 'ver_rutas')).toEqual([])
  expect(linksOf('usuario', 'ver_rutas', 'gestionar_catalogos')).toEqual([])
  expect(linksOf('usuario', 'generar_reportes', 'ver_rutas')).toEqual([])
  expect(linksOf('usuario', 'actualizar_estado')).toEqual([])
})

test('sectionsFor: returns all permitted sections except the dashboards', () => {
  const links = sectionsFor(as('usuario', 'gestionar_catalogos', 'generar_reportes'), sections).map(
    ({ page }) => page,
  )
  expect(links).toContain('/choferes')
  expect(links).toContain('/camiones')
  expect(links).not.toContain('/dashboard')
  expect(links).not.toContain('/rutas')
})
