import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFile, sendFile } from '../../test/archivos.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { imageHeaders } from '../../test/pictures.ts'
import type { Client } from '../../test/testApp.ts'

const MiB = 1024 ** 2

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const ofRuta = async () => `/api/archivos?entidad=rutas&entidad_id=${(await office.create()).id}`
const setLimit = async (subida_diaria_mb: number | null) =>
  expect((await office.admin.put('/api/ajustes', { subida_diaria_mb })).status).toBe(200)
const aUser = () => office.server.as({ rol: 'usuario', permisos: ['editar_rutas'] })

test('POST /api/archivos: checks in the order from session to disk', async () => {
  const [full, roomy] = [await ofRuta(), await ofRuta()]
  await setLimit(null)
  for (let n = 0; n < 30; n++) expect((await sendFile(office.admin, full, aFile())).status).toBe(201)
  await setLimit(10)
  const spent = await aUser()
  for (let n = 0; n < 2; n++) expect((await sendFile(spent, roomy, aFile('jpg', 5 * MiB))).status).toBe(201)
  const short = office.server.startAnotherApp({ freeBytes: async () => 0 })
  const on = ({ token }: Client) => office.server.clientOf(short, token)
  const [fresh, reader] = [await aUser(), await office.server.as({ rol: 'usuario', permisos: ['ver_rutas'] })]
  const [nothing, large] = [Buffer.alloc(0), aFile('jpg', 8 * MiB + 1)]
  // Also damaged: without its end.
  const huge = imageHeaders['JPEG']?.([9000, 9000]).subarray(0, -2) ?? nothing
  const unknown = '/api/archivos?entidad=rutas&entidad_id=999999'

  // Each request also fails all later checks.
  const lines: [Client, string, Buffer | string, unknown][] = [
    [office.server.clientOf(short), `${unknown}&clase=x`, nothing, [401, 'No hay token']],
    [on(reader), `${unknown}&clase=x`, nothing, [403, 'No tienes permiso para realizar esta acción']],
    [on(spent), `${unknown}&clase=x`, nothing, [400, { clase: expect.any(String) }]],
    [on(spent), unknown, nothing, [404, 'Ruta no encontrada']],
    [on(spent), full, nothing, [429, 'Hoy ya subiste 10 MB. Mañana puedes subir más.']],
    [on(spent), full, large, [429, 'Hoy ya subiste 10 MB. Mañana puedes subir más.']],
    [on(fresh), full, nothing, [400, { archivo: 'El archivo está vacío.' }]],
    [on(fresh), full, large, [413, 'El archivo pasa de 8 MB.']],
    [on(fresh), full, huge, [413, 'La foto pasa de 50 megapíxeles.']],
    [on(fresh), full, '<html>', [415, 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.']],
    [on(fresh), full, aFile().subarray(0, -2), [415, 'La foto está dañada. Tómala otra vez.']],
    [on(fresh), full, aFile(), [409, 'Este registro ya tiene 30 archivos.']],
    [
      on(fresh),
      roomy,
      aFile(),
      [503, 'No hay espacio en el disco del servidor. Avisa a quien lo administra.'],
    ],
    [fresh, roomy, aFile(), [201, 'Archivo guardado exitosamente']],
  ]
  for (const [client, url, bytes, expected] of lines) {
    const { status, body } = await sendFile(client, url, bytes)
    expect([status, body.error?.campos ?? body.message]).toEqual(expected)
  }
})
