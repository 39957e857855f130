import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MoneyOfficeForms, movimientosPath, openMoneyForms } from '../../test/dinero.ts'
import { aRuta } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { aUsuario } from '../../test/usuarios.ts'

let office: MoneyOfficeForms
beforeAll(async () => {
  office = await openMoneyForms()
})
afterAll(() => office.close())

const unknown = 2_000_000_000
const noPiloto = 'Chofer no encontrado. Verifica que el chofer seleccionado sea válido.'
const noCamion = 'Camión no encontrado. Verifica que el camión seleccionado sea válido.'

test.each<[string, string, () => object]>([
  ['/api/liquidaciones', noPiloto, () => ({ chofer_id: unknown, movimientos: [1], saldo: 0 })],
  [movimientosPath, noPiloto, () => office.anAdvance({ chofer_id: unknown })],
  ['/api/mantenimientos', noCamion, () => aMantenimiento(unknown)],
  ['/api/rutas', noCamion, () => aRuta({ ...office.references, camion_id: unknown })],
  ['/api/rutas/revision', noCamion, () => aRuta({ ...office.references, camion_id: unknown })],
  [
    '/api/tarifas',
    'Cliente no encontrado. Verifica que el cliente seleccionado sea válido.',
    () => ({ cliente_id: unknown, origen: 'a', destino: 'b', precio: 1, vigente_desde: '2026-01-01' }),
  ],
  ['/api/documentos', noCamion, () => ({ tipo_id: 1, entidad: 'camiones', entidad_id: unknown })],
  ['/usuarios', 'Piloto no encontrado', () => ({ ...aUsuario(), rol_id: 2, piloto_id: unknown })],
])('POST %s: has the sentence of the refused reference as message', async (url, sentence, body) => {
  const answer = await office.admin.post(url, body())
  expect([answer.status, answer.body.message]).toEqual([400, sentence])
  expect(Object.values(answer.body.error.campos)).toContain(sentence)
})

test('PUT /api/movimientos/:id: has the sentence of the refused reference as message beside other errors', async () => {
  const advance = office.anAdvance()
  const { id } = await office.createMovimiento(advance)
  const changes = { ...advance, tipo: 'reanticipo', chofer_id: unknown }
  const { status, body } = await office.admin.put(`${movimientosPath}/${id}`, changes)
  expect([status, body.message]).toEqual([400, noPiloto])
})
