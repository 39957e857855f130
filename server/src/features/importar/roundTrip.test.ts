import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { previewImport } from '../../test/importar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const exportList = async (list: string): Promise<Buffer> => {
  const headers = { authorization: `Bearer ${admin.token}` }
  return (await server.app.inject({ url: `/api/${list}/exportar`, headers })).rawPayload
}
const create = async (path: string, body: object) => {
  const { status, body: answer } = await admin.post(path, body)
  if (status !== 201) throw new Error(JSON.stringify(answer))
  return answer.data
}
/** Texts that cells, XML or parsing could change. */
const hostileTexts = [
  '=1+1',
  "d'Ávila & <Sons> _x0041_",
  'Línea 1\nLínea 2',
  '007',
  '1.50',
  '31/12/2026',
  'Q. 5',
]

async function createRecords() {
  for (const nombre of hostileTexts) {
    await create('/api/choferes', aChofer({ nombre, telefono: '00502', vencimiento: '1949-12-31' }))
    await create('/api/ayudantes', aPersona({ nombre }))
    await create('/api/clientes', aPersona({ nombre, telefono: '+502 5555' }))
    await create('/api/camiones', aCamion({ modelo: '2019', color: nombre }))
  }
  const references = await someReferences(admin)
  const tripDays = ['2000-01-01', '2026-02-28', '2099-12-31', '2100-01-01']
  const days = ['1899-12-31', '1950-01-01', ...tripDays]
  for (const [i, comentario] of hostileTexts.entries()) {
    const { id } = await create(
      '/api/rutas',
      aRuta(references, {
        comentario,
        estado: i % 2 ? 'Incidente' : 'Entregado',
        fecha: tripDays[i % tripDays.length],
        hora: ['00:00', '23:59:59', '08:30'][i % 3],
        precio: ['0', '0.01', '99999999.99', '1250.5'][i % 4],
        combustible: i === 0 ? null : '45.33',
        ayudante_id: i === 0 ? null : references.ayudante_id,
      }),
    )
    expect(id).toBeGreaterThan(0)
    await create('/api/tarifas', {
      cliente_id: i % 2 ? references.cliente_id : null,
      origen: comentario,
      destino: 'Cobán',
      servicio: i % 3 ? 'Flete' : null,
      precio: '1250.55',
      duracion_min: i % 2 ? 90 : null,
      vigente_desde: days[i % days.length],
      vigente_hasta: i % 2 ? null : '2100-12-31',
    })
  }
  for (const [i, [aplica, entidad_id]] of [
    ['camiones', references.camion_id] as const,
    ['choferes', references.chofer_id] as const,
    ['ayudantes', references.ayudante_id] as const,
  ].entries()) {
    const tipo = await create('/api/documento-tipos', { nombre: `Permiso ${i} & más`, aplica })
    await create('/api/documentos', {
      tipo_id: tipo.id,
      entidad: aplica,
      entidad_id,
      numero: hostileTexts[i],
      vence: i ? '2027-01-31' : null,
      nota: hostileTexts[i + 1],
    })
  }
}

test('POST /api/importar/:tipo: finds every record of an export unchanged', async () => {
  await createRecords()
  const lists = ['choferes', 'ayudantes', 'clientes', 'camiones', 'tarifas', 'documentos']
  for (const list of lists) {
    const { filas, iguales, detalle } = await previewImport(admin, list, await exportList(list), {
      duplicados: 'actualizar',
    })
    expect({ list, detalle, iguales }).toEqual({ list, detalle: [], iguales: filas })
    expect(filas).toBeGreaterThan(2)
  }
  const { filas, saltadas, detalle } = await previewImport(admin, 'rutas', await exportList('rutas'), {
    duplicados: 'saltar',
  })
  expect({ detalle, saltadas }).toEqual({ detalle: [], saltadas: filas })
  expect(filas).toBe(hostileTexts.length)
})
