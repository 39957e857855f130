import { describe, expect, test } from 'vitest'
import { aChofer, aRuta } from '../../test/factories.ts'
import { aMantenimiento } from '../../test/mantenimientos.ts'
import { invalidCamposOf } from '../../test/openOffice.ts'
import { planningDay, planningOffice } from '../../test/planningOffice.ts'

type Changes = Record<string, unknown>

const plan = planningOffice()
const { create, checkTrip } = plan

describe('warnings of a write', () => {
  test('warnings: returned beside the data, and omitted when there are none', async () => {
    const first = await create()
    expect(first).not.toHaveProperty('avisos')
    const second = await create({ hora: '13:00' })
    expect(second.avisos.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'CAMION_OCUPADO',
      'PILOTO_OCUPADO',
      'AYUDANTE_OCUPADO',
    ])
    const put = (changes: Changes) =>
      plan.office.admin.put(`/api/rutas/${second.data.id}`, { ...second.data, version: null, ...changes })
    expect((await put({ hora: '14:00' })).body).not.toHaveProperty('avisos')
    expect((await put({ hora: '13:59' })).body.avisos).toHaveLength(3)
    expect((await put({ estado: 'Incidente' })).body).not.toHaveProperty('avisos')
  })

  test('duracion_min: absence keeps it, null and "" clear it; lists and pilots do not get it', async () => {
    const { data: ruta } = await create({ duracion_min: 90 })
    expect(ruta.duracion_min).toBe(90)
    const put = async (changes: Changes) =>
      (
        await plan.office.admin.put(`/api/rutas/${ruta.id}`, {
          ...aRuta(plan.refs, { ...ruta, version: null }),
          ...changes,
        })
      ).body.data.duracion_min
    expect(await put({ duracion_min: undefined })).toBe(90)
    expect(await put({ duracion_min: '' })).toBe(null)
    expect(await put({ duracion_min: 120 })).toBe(120)
    expect((await plan.office.read(ruta.id)).body.data.duracion_min).toBe(120)
    expect(await checkTrip({ hora: '08:00' })).toEqual([])
    expect(await checkTrip({ hora: '07:59' })).toHaveLength(1)
    const piloto = await plan.office.server.as({ rol: 'piloto', piloto_id: plan.refs.chofer_id })
    for (const answer of [
      (await plan.office.admin.get(`/api/rutas?buscar=${ruta.no_ruta}`)).body.data[0],
      (await piloto.get(`/api/rutas/${ruta.id}`)).body.data,
      (await piloto.get('/piloto/mis-rutas')).body.data[0],
      (await piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'En curso' })).body.data,
    ]) {
      expect(answer.id).toBe(ruta.id)
      expect(answer).not.toHaveProperty('duracion_min')
    }
    for (const wrong of [0, 20_161, 1.5, '90'])
      expect(
        invalidCamposOf(
          await plan.office.admin.post('/api/rutas', aRuta(plan.refs, { duracion_min: wrong })),
        ),
      ).toEqual(['duracion_min'])
  })

  test('POST /api/rutas: returns 201 with all warnings', async () => {
    const chofer = (await plan.office.admin.post('/api/choferes', aChofer({ vencimiento: '2020-01-01' })))
      .body.data
    const everybody = { ...plan.refs, chofer_id: chofer.id }
    await create({}, everybody)
    const [tipo] = (await plan.office.admin.get('/api/documento-tipos')).body.data
    const paper = { tipo_id: tipo.id, entidad: tipo.aplica, vence: '2027-05-23' }
    const owners: Record<string, unknown> = {
      camiones: plan.camion.id,
      choferes: chofer.id,
      ayudantes: plan.refs.ayudante_id,
    }
    await plan.office.admin.post('/api/documentos', { ...paper, entidad_id: owners[tipo.aplica] })
    await plan.office.admin.post(
      '/api/mantenimientos',
      aMantenimiento(plan.camion.id, { estado: 'En proceso' }),
    )
    const restriccion = (
      await plan.office.admin.post('/api/restricciones', {
        nombre: 'Feriado',
        desde: planningDay,
        hasta: planningDay,
      })
    ).body.data
    const body = await create({}, everybody)
    await plan.office.admin.delete(`/api/restricciones/${restriccion.id}`)
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
