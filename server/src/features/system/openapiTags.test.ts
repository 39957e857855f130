import { endpoints, groups } from '@flota/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { openApi } from './openapi.ts'

/** Paths that do not begin with the resource of their group, with its tag and the reason. */
const otherTags: Record<string, readonly [tag: string, reason: string]> = {
  '/api/vivo': ['sistema', 'the program'],
  '/api/salud': ['sistema', 'the program'],
  '/api/config': ['sistema', 'the program'],
  '/api/logo/{version}': ['sistema', 'the program'],
  '/api/docs': ['sistema', 'the program'],
  '/api/auth/login': ['sesion', 'the own session'],
  '/api/auth/logout': ['sesion', 'the own session'],
  '/api/auth/verify': ['sesion', 'the own session'],
  '/api/auth/password': ['sesion', 'the own session'],
  '/api/auth/sesiones': ['sesiones', 'the own sessions'],
  '/api/auth/sesiones/{id}': ['sesiones', 'the own sessions'],
  '/api/auth/correo': ['correo', 'the own mail address'],
  '/api/auth/segundo-factor': ['factor', 'the own second factor'],
  '/api/disponibles': ['rutas', 'what is free for a trip'],
}

const document = openApi(groups, { title: 'API', version: '1' }) as {
  tags: { name: string }[]
  paths: Record<string, Record<string, { tags: string[] }>>
}

test('GET /api/docs: groups each operation by the resource that its path begins with', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ tags }) => ({ path, tags })),
  )
  expect(operations).toHaveLength(endpoints.length)
  for (const { path, tags } of operations)
    expect([path, tags]).toEqual([path, [otherTags[path]?.[0] ?? path.split('/')[2]]])
  expect(document.paths['/api/rutas/estado']?.patch?.tags).toEqual(['rutas'])
  // No reason without its path.
  expect(Object.keys(otherTags).filter((path) => !(path in document.paths))).toEqual([])
})

test('GET /api/docs: lists each group once, and none without an operation', () => {
  const used = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags }) => tags),
  )
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted())
})
