import type { Endpoint } from '@flota/contract/core/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'

type Operation = { description: string }

let server: TestApp
let paths: Record<string, Record<string, Operation>>
beforeAll(async () => {
  server = await testApp()
  paths = (await server.anonymous.get('/api/docs')).body.paths
})
afterAll(() => server.close())

function operationOf(line: string): Operation {
  const [method = '', path = ''] = line.split(' ')
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${line} is not in the document`)
  return operation
}
const ruleOf = ({ line }: Pick<Endpoint, 'line'>) => operationOf(line).description.split('\n\n').at(-1) ?? ''

test('GET /api/docs: every operation has a description in sentences', () => {
  const descriptions = endpoints.map(({ line }) => [line, operationOf(line).description])
  expect(descriptions.filter(([, text]) => !/^\p{Lu}.+\.$/su.test(text ?? ''))).toEqual([])
})

test('GET /api/docs: a public operation needs no token', () => {
  const open: Endpoint[] = endpoints.filter(({ access }) => access === 'public')
  expect(open.map(ruleOf)).toEqual(open.map(() => 'No pide token ni permiso.'))
})

test.each(endpoints.filter((each: Endpoint) => each.access !== 'public' && !each.resolveAccess))(
  '$line: its description names the permissions of its access rule and no others',
  (endpoint: Endpoint) => {
    const access = endpoint.access === 'public' ? {} : endpoint.access
    const words = [access.role, ...(access.anyOf ?? []), access.pilotoPermiso].filter(Boolean)
    const rule = ruleOf(endpoint)
    expect([...rule.matchAll(/`(\w+)`/g)].map(([, word]) => word)).toEqual(words)
    expect(rule.includes('Un piloto no puede llamarla.')).toBe(access.except === 'piloto')
  },
)

test.each([
  [
    'GET /api/rutas/:id',
    'Pide uno de los permisos `ver_rutas`, `crear_rutas`, `editar_rutas` o `eliminar_rutas`.',
  ],
  ['DELETE /api/rutas/:id', 'Pide el permiso `eliminar_rutas`. Un piloto no puede llamarla.'],
  ['GET /api/piloto/mis-rutas', 'Pide el rol `piloto` y el permiso `ver_rutas`.'],
  ['GET /api/auth/verify', 'Pide una sesión o un token, y ningún permiso.'],
  ['POST /api/auth/logout', 'Pide una sesión, no un token de programa, y ningún permiso.'],
  ['GET /api/rutas/exportar', 'Un piloto no puede llamarla. Además pide el permiso `generar_reportes`.'],
  ['POST /api/importar/:tipo', 'Con `tipo` `facturas` pide el permiso `gestionar_cobros`.'],
  ['GET /api/archivos', 'Con `entidad` `rutas` pide uno de los permisos `ver_rutas`,'],
  [
    'POST /api/archivos',
    'Con `entidad` `rutas` pide el permiso `editar_rutas`. Un piloto no puede llamarla.',
  ],
])('%s: its description says "%s"', (line, sentence) => {
  expect(operationOf(line).description).toContain(sentence)
})
