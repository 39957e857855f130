import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCamion, aChofer, aRuta, someReferences } from '../test/factories.ts'
import { aMantenimiento } from '../test/mantenimientos.ts'
import { camposOf, type Office, openOffice } from '../test/rutaForm.ts'

// Dates far ahead: what is under way lasts until now at least.

type Changes = Record<string, unknown>
type References = Awaited<ReturnType<typeof someReferences>>

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

let camion: { id: number; placa: string }
let refs: References
beforeEach(async () => {
  camion = (await office.admin.post('/api/camiones', aCamion())).body.data
  refs = { ...(await someReferences(office.admin)), camion_id: camion.id }
})

const day = '2027-05-24'
/** The same truck with other people. */
const others = async (): Promise<References> => ({
  ...(await someReferences(office.admin)),
  camion_id: camion.id,
})
const create = async (changes: Changes = {}, given = refs) => {
  const { status, body } = await office.admin.post(
    '/api/rutas',
    aRuta(given, { fecha: day, hora: '06:00', ...changes }),
  )
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const review = async (changes: Changes = {}, given?: References) => {
  const asked = { ...(given ?? (await others())), fecha: day, ...changes }
  const { status, body } = await office.admin.post('/api/rutas/revision', asked)
  expect([status, body.error]).toEqual([200, undefined])
  return body.data.avisos
}

describe('writing', () => {
  test('what speaks against it stands beside the data, and no key where nothing does', async () => {
    const first = await create()
    expect(first).not.toHaveProperty('avisos')
    const second = await create({ hora: '13:00' })
    expect(second.avisos.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'CAMION_OCUPADO',
      'PILOTO_OCUPADO',
      'AYUDANTE_OCUPADO',
    ])
    const put = (changes: Changes) =>
      office.admin.put(`/api/rutas/${second.data.id}`, { ...second.data, version: null, ...changes })
    expect((await put({ hora: '14:00' })).body).not.toHaveProperty('avisos')
    expect((await put({ hora: '13:59' })).body.avisos).toHaveLength(3)
    expect((await put({ estado: 'Incidente' })).body).not.toHaveProperty('avisos')
  })

  test('duracion_min: absent stays, null and "" clear it; no list and no pilot gets it', async () => {
    const { data: ruta } = await create({ duracion_min: 90 })
    expect(ruta.duracion_min).toBe(90)
    const put = async (changes: Changes) =>
      (
        await office.admin.put(`/api/rutas/${ruta.id}`, {
          ...aRuta(refs, { ...ruta, version: null }),
          ...changes,
        })
      ).body.data.duracion_min
    expect(await put({ duracion_min: undefined })).toBe(90)
    expect(await put({ duracion_min: '' })).toBe(null)
    expect(await put({ duracion_min: 120 })).toBe(120)
    expect((await office.read(ruta.id)).body.data.duracion_min).toBe(120)
    expect(await review({ hora: '08:00' })).toEqual([])
    expect(await review({ hora: '07:59' })).toHaveLength(1)
    const piloto = await office.server.as({ rol: 'piloto', piloto_id: refs.chofer_id })
    for (const answer of [
      (await office.admin.get(`/api/rutas?buscar=${ruta.no_ruta}`)).body.data[0],
      (await piloto.get(`/api/rutas/${ruta.id}`)).body.data,
      (await piloto.get('/piloto/mis-rutas')).body.data[0],
      (await piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'En curso' })).body.data,
    ]) {
      expect(answer.id).toBe(ruta.id)
      expect(answer).not.toHaveProperty('duracion_min')
    }
    for (const wrong of [0, 20_161, 1.5, '90'])
      expect(camposOf(await office.admin.post('/api/rutas', aRuta(refs, { duracion_min: wrong })))).toEqual([
        'duracion_min',
      ])
  })

  test('the plain body with everything wrong is 201 and told', async () => {
    const chofer = (await office.admin.post('/api/choferes', aChofer({ vencimiento: '2020-01-01' }))).body
      .data
    const everybody = { ...refs, chofer_id: chofer.id }
    await create({}, everybody)
    const [tipo] = (await office.admin.get('/api/documento-tipos')).body.data
    const paper = { tipo_id: tipo.id, entidad: tipo.aplica, vence: '2027-05-23' }
    const owners: Record<string, unknown> = {
      camiones: camion.id,
      choferes: chofer.id,
      ayudantes: refs.ayudante_id,
    }
    await office.admin.post('/api/documentos', { ...paper, entidad_id: owners[tipo.aplica] })
    await office.admin.post('/api/mantenimientos', aMantenimiento(camion.id, { estado: 'En proceso' }))
    const restriccion = (
      await office.admin.post('/api/restricciones', { nombre: 'Feriado', desde: day, hasta: day })
    ).body.data
    const body = await create({}, everybody)
    await office.admin.delete(`/api/restricciones/${restriccion.id}`)
    expect(body.avisos.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'CAMION_OCUPADO',
      'PILOTO_OCUPADO',
      'AYUDANTE_OCUPADO',
      'LICENCIA_VENCIDA',
      'DOCUMENTO_VENCIDO',
      'CAMION_EN_TALLER',
      'RESTRICCION',
    ])
  })
})
