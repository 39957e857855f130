import { effectivePermisos } from '@flota/contract/core/permisos.ts'
import { buscar } from '@flota/contract/system/buscar.ts'
import { expect, test } from 'vitest'
import { recordHits } from './hits.ts'

const administrador = {
  rol_nombre: 'administrador' as const,
  permissions: effectivePermisos('administrador', []),
}

test('recordHits: includes every type that the server finds', () => {
  const kinds = Object.keys(buscar.all.data.shape)
  const found = Object.fromEntries(kinds.map((kind, i) => [kind, [{ id: i + 1, texto: kind, detalle: '' }]]))
  const texts = recordHits(administrador, found).map(({ text }) => text)
  expect(texts.toSorted()).toEqual(kinds.toSorted())
  expect(texts.slice(0, 3)).toEqual(['rutas', 'clientes', 'choferes'])
})
