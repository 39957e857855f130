import { afterAll, beforeAll, expect, test } from 'vitest'
import { csv, previewImport, runImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const titles = ['Matrícula rara', 'Fábrica', 'Estilo', 'Pintura', 'Clase', 'Papel']
const truck = (placa: string) => [placa, 'Mack', '2018', 'Rojo', 'Cabezal', 'TC-1']
const columnas = JSON.stringify({
  placa: 'A',
  marca: 'B',
  modelo: 'C',
  color: 'D',
  tipo: '=Furgón',
  tarjeta_circulacion: 'F',
})

test('POST /api/importar: remembers the mapping of a stored sheet for the next with its headings', async () => {
  const first = csv(titles, truck('C-401BBB'))
  const preview = await previewImport(admin, 'camiones', first, { columnas })
  expect(preview).toMatchObject({ faltan: [], nuevas: 1, recordado: false })
  expect((await previewImport(admin, 'camiones', first)).recordado).toBe(false)
  const rejected = csv(titles, ['C-405BBB', ...truck('').slice(1)], ['', 'Mack'])
  expect((await runImport(admin, 'camiones', rejected, { columnas })).status).toBe(400)
  expect((await previewImport(admin, 'camiones', first)).recordado).toBe(false)
  expect((await runImport(admin, 'camiones', first, { columnas })).status).toBe(201)

  const second = csv(
    ['', ''],
    titles.map((title) => title.toUpperCase()),
    truck('C-402BBB'),
  )
  const next = await previewImport(admin, 'camiones', second)
  expect(next).toMatchObject({ faltan: [], nuevas: 1, recordado: true })
  expect(next.vista[0].valores).toMatchObject({ placa: 'C-402BBB', tipo: 'Furgón', color: 'Rojo' })
  expect((await runImport(admin, 'camiones', second)).body.data).toMatchObject({ nuevas: 1 })

  const omitted = csv([...titles, 'Motivo'], [...truck('C-404BBB'), 'Se dejó fuera.'])
  expect(await previewImport(admin, 'camiones', omitted)).toMatchObject({ nuevas: 1, recordado: true })

  const own = { ...JSON.parse(columnas), tipo: 'E' }
  const chosen = await previewImport(admin, 'camiones', second, { columnas: JSON.stringify(own) })
  expect(chosen.recordado).toBe(false)
  const others = csv([...titles, 'Otra'], [...truck('C-403BBB'), 'x'])
  expect((await previewImport(admin, 'camiones', others)).recordado).toBe(false)
  const colleague = await server.as({ rol: 'usuario', permisos: ['gestionar_catalogos'] })
  expect((await previewImport(colleague, 'camiones', second)).recordado).toBe(false)
  expect((await previewImport(admin, 'choferes', second)).recordado).toBe(false)
})
