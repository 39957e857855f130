import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aRuta } from '../../test/factories.ts'
import { invalidCamposOf, openOffice, type RutaOffice } from '../../test/openOffice.ts'
import type { Client } from '../../test/testApp.ts'

// Begin, end and last author of a trip (docs/contract/planning.md).

let office: RutaOffice
let piloto: Client
beforeAll(async () => {
  office = await openOffice()
  piloto = await office.server.as({ rol: 'piloto', piloto_id: office.references.chofer_id })
})
afterAll(() => office.close())

const hours = { inicio: '2026-11-20T12:00:00Z', fin: '2026-11-20T20:00:00Z' }
// recientes returns no date after today.
const aDay = { fecha: '2026-11-20', hora: '06:00' }
const momentOf = (text: string) => new Date(text).toISOString()
const hoursOf = ({ inicio, fin }: Record<string, unknown>) => ({
  inicio: momentOf(String(inicio)),
  fin: momentOf(String(fin)),
})
const expected = { inicio: momentOf(hours.inicio), fin: momentOf(hours.fin) }

describe('inicio and fin', () => {
  test('inicio and fin: returned for a record and its writes, in lists with horas=si, never for pilots', async () => {
    const created = await office.create(aDay)
    expect(hoursOf(created)).toEqual(expected)
    expect(hoursOf((await office.read(created.id)).body.data)).toEqual(expected)
    const rowOf = async (who: Client, path: string) => {
      const { data } = (await who.get(path)).body
      return (data.rutasPorFecha?.[0].rutas ?? data).find(({ id }: { id: number }) => id === created.id)
    }
    for (const [plain, path] of [
      ['/api/rutas?porPagina=50', '/api/rutas?porPagina=50&horas=si'],
      ['/api/rutas?desde=2026-11-20', '/api/rutas?desde=2026-11-20&horas=si'],
      ['/api/rutas?buscar=a', '/api/rutas?buscar=a&horas=si'],
      ['/api/rutas/recientes', '/api/rutas/recientes?horas=si'],
    ] as const) {
      const row = await rowOf(office.admin, plain)
      expect(Object.keys(row)).not.toContain('inicio')
      const { inicio, fin, ...rest } = await rowOf(office.admin, path)
      expect([hoursOf({ inicio, fin }), rest]).toEqual([expected, row])
    }
    for (const path of [
      `/api/rutas/${created.id}`,
      '/api/rutas?horas=si',
      '/piloto/mis-rutas?horas=si',
      '/api/rutas/recientes?horas=si',
    ]) {
      const answer = JSON.stringify((await piloto.get(path)).body)
      expect(answer).toContain(created.no_ruta)
      expect(answer).not.toMatch(/"(inicio|fin|modificado_por)"/)
    }
  })

  test('horas: returns 400 for another value', async () => {
    for (const path of ['/api/rutas', '/api/rutas/recientes', '/api/piloto/mis-rutas'])
      for (const horas of ['no', 'Si', '1'])
        expect(
          invalidCamposOf(
            await (path.includes('piloto') ? piloto : office.admin).get(`${path}?horas=${horas}`),
          ),
        ).toEqual(['horas'])
  })
})

test('modificado_por: is the author of the newest log row', async () => {
  const ana = await office.server.as({
    rol: 'usuario',
    permisos: ['editar_rutas', 'ver_rutas'],
    username: 'ana.z',
  })
  const ruta = await office.create()
  const by = async () => (await office.read(ruta.id)).body.data.modificado_por
  const first = await by()
  expect([ruta.modificado_por, typeof first]).toEqual([first, 'string'])
  const form = aRuta(office.references, { no_ruta: ruta.no_ruta, estado: 'Pendiente' })
  expect((await ana.put(`/api/rutas/${ruta.id}`, { ...form, precio: 7 })).body.data.modificado_por).toBe(
    'ana.z',
  )
  expect(await by()).toBe('ana.z')
  // A save without changes raises the version and writes no log row.
  const { data } = (await office.admin.put(`/api/rutas/${ruta.id}`, { ...form, precio: 7 })).body
  expect([data.version, data.modificado_por]).toEqual([3, 'ana.z'])
  await piloto.put(`/piloto/ruta/${ruta.id}/estado`, { nuevoEstado: 'En curso' })
  expect(await by()).not.toBe('ana.z')
  await ana.put(`/api/rutas/${ruta.id}`, { ...form, precio: 8, estado: 'En curso' })
  await office.admin.delete(`/api/rutas/${ruta.id}`)
  const back = await office.admin.post(`/api/papelera/rutas/${ruta.id}/restaurar`)
  expect([back.body.data.modificado_por, await by()]).toEqual([first, first])
})
