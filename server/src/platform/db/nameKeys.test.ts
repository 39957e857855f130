import { clientKey, personKey, plateKey, tripNumberKey } from '@flota/contract/records/comparison.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/testApp.ts'
import { many, one, raw, sql } from './sql.ts'

// Contract and PostgreSQL compare names alike.

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const kinds = {
  plate: { keyOf: plateKey, sqlKey: 'sin_signos(placa_clave(t))' },
  person: { keyOf: personKey, sqlKey: 'persona_clave(t)' },
  client: { keyOf: clientKey, sqlKey: 'cliente_clave(t)' },
  number: { keyOf: tripNumberKey, sqlKey: 'numero_igual(t)' },
}

const pairs: [kind: keyof typeof kinds, a: string, b: string, isSame: boolean][] = [
  ['plate', 'C-123BCD', 'c 123bcd', true],
  ['plate', 'C-123BCD', 'C123BCD', true],
  ['plate', 'C.123.BCD', 'C–123 BCD', true],
  ['plate', 'C-123BCD', 'Ｃ－１２３ＢＣＤ', true],
  ['plate', 'C-123BCD', ' C-\u200b123\u00a0BCD ', true],
  ['plate', 'C-123BCD', 'P-123BCD', false],
  ['plate', 'C-123BCD', 'C-0123BCD', false],
  ['person', 'Juan Pérez', 'JUAN PEREZ', true],
  ['person', 'Juan Pérez López', 'Pérez López Juan', true],
  ['person', 'Juan Pérez', 'Pérez, Juan', true],
  ['person', 'Pérez,Juan', 'Juan  Pérez', true],
  ['person', 'Ma. Luisa Núñez', 'Núñez Ma Luisa', true],
  ['person', 'José\nÁvila', 'avila jose', true],
  ['person', 'José Ávila', 'Jose\u0301 A\u0301vila', true],
  ['person', 'Ana\u00a0Paz', 'Ana\tPaz', true],
  ['person', 'Juan Pérez', 'Juan Carlos Pérez', false],
  ['person', 'Juan Juan Pérez', 'Juan Pérez', false],
  ['person', 'Juan Pérez', 'Juana Pérez', false],
  ['person', "D'León Ana", 'DLeón Ana', false],
  ['client', 'Transportes Maya, S.A.', 'Transportes Maya', true],
  ['client', 'Transportes Maya S. A.', 'TRANSPORTES MAYA SA', true],
  ['client', 'Maya Sociedad Anónima', 'Maya, S.A.', true],
  ['client', 'Pérez Cía. Ltda.', 'Perez', true],
  ['client', 'Pérez & Cía.', 'Pérez y Cía.', true],
  ['client', 'Pérez & Cía., S.A.', 'Pérez', true],
  ['client', 'A.B.C. Fletes', 'ABC Fletes, S.A.', true],
  ['client', 'P&G', 'P & G', true],
  ['client', 'Coca-Cola', 'coca cola', true],
  ['client', "McDonald's", 'McDonalds', true],
  ['client', 'Maya Transportes', 'Transportes Maya S.A.', true],
  ['client', 'Grupo A, S.A.', 'Grupo A', true],
  ['client', 'Maya', 'Mayas', false],
  ['client', 'Grupo A', 'Grupo B', false],
  ['client', 'Pérez e Hijos', 'Pérez', false],
  ['client', 'Salinas', 'Linas S.A.', false],
  ['client', 'S.A.', 'Sociedad Anónima', false],
  ['number', 'RUTA-9001', '9001', true],
  ['number', 'ruta 9001', 'RUTA-9001', true],
  ['number', 'Ruta9001', '9001', true],
  ['number', 'RUTA-９００１', '9001', true],
  ['number', 'V-12', 'v 12', true],
  ['number', 'RUTA-007', '7', false],
  ['number', 'RUTA-9001', 'V-9001', false],
  ['number', 'RUTA-9001-B', '9001-B', false],
]

test.each(pairs)('%s keys: %j and %j are the same: %s', (kind, a, b, isSame) => {
  const { keyOf } = kinds[kind]
  expect(keyOf(a) === keyOf(b)).toBe(isSame)
})

test.each(Object.entries(kinds))('%s keys: equal PostgreSQL’s', async (kind, { keyOf, sqlKey }) => {
  const texts = pairs.flatMap(([each, a, b]) => (each === kind ? [a, b] : []))
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
