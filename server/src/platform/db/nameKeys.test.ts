import { clientKey, personKey, plateKey, tripNumberKey } from '@flota/contract/records/comparison.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ComparedKind, comparedPairs } from '../../test/comparedPairs.ts'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, one, raw, sql } from './sql.ts'

// Contract and PostgreSQL compare names alike.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const kinds: Record<ComparedKind, { keyOf: (text: string) => string; sqlKey: string }> = {
  plate: { keyOf: plateKey, sqlKey: 'sin_signos(placa_clave(t))' },
  person: { keyOf: personKey, sqlKey: 'persona_clave(t)' },
  client: { keyOf: clientKey, sqlKey: 'cliente_clave(t)' },
  number: { keyOf: tripNumberKey, sqlKey: 'numero_igual(t)' },
}

test.each(comparedPairs)('%s keys: %j and %j are the same: %s', (kind, a, b, isSame) => {
  const { keyOf } = kinds[kind]
  expect(keyOf(a) === keyOf(b)).toBe(isSame)
})

test.each(Object.entries(kinds))('%s keys: equal PostgreSQL’s', async (kind, { keyOf, sqlKey }) => {
  const texts = comparedPairs.flatMap(([each, a, b]) => (each === kind ? [a, b] : []))
  const rows = await many<{ clave: string }>(
    server.db,
    sql`select ${raw(sqlKey)} as clave from unnest(${texts}::text[]) with ordinality as u (t, n) order by n`,
  )
  expect(rows.map(({ clave }) => clave)).toEqual(texts.map(keyOf))
})

test('numeros_iguales: returns the keys of the unique index', async () => {
  const keysOf = async (text: string) =>
    (await one<{ claves: string[] }>(server.db, sql`select numeros_iguales(${text}) as claves`))?.claves
  expect(await keysOf('RUTA-9001')).toEqual(['9001', 'ruta9001'])
  expect(await keysOf('9001')).toEqual(['9001', 'ruta9001'])
  expect(await keysOf('V-12')).toEqual(['v12'])
})
