import { permisos } from '@flota/contract/core/permisos.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many, raw, run, sql } from '../../platform/db/sql.ts'
import { readListExport } from '../../test/exportar.ts'
import { aCamion, aChofer, aPersona, aRuta, someReferences } from '../../test/factories.ts'
import { aMantenimiento, sortedStatuses } from '../../test/mantenimientos.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { aUsuario } from '../../test/usuarios.ts'

const path = '/api/papelera'

let server: TestApp
let admin: Client
let username: string
beforeAll(async () => {
  server = await testApp()
  username = 'jefa'
  admin = await server.as({ username })
})
afterAll(() => server.close())

const make = async (table: string, body: unknown): Promise<number> =>
  (await admin.post(`/api/${table}`, body)).body.data.id

/** Creates and deletes one record of each kind, in this order. @returns their ids and names */
async function oneOfEach() {
  const references = await someReferences(admin)
  const camion = await make('camiones', aCamion({ placa: 'C-321 XYZ' }))
  const records: [string, number, string][] = [
    ['choferes', await make('choferes', aChofer({ nombre: 'Ana', apellido: 'Zúñiga' })), 'Ana Zúñiga'],
    ['ayudantes', await make('ayudantes', aPersona({ nombre: 'Luis', apellido: 'Paz' })), 'Luis Paz'],
    ['clientes', await make('clientes', aPersona({ nombre: 'Eva', apellido: 'Sic' })), 'Eva Sic'],
    ['mantenimientos', await make('mantenimientos', aMantenimiento(camion)), 'C-321 XYZ'],
    ['camiones', camion, 'C-321 XYZ'],
    ['rutas', await make('rutas', aRuta(references, { no_ruta: 'RUTA-900' })), 'RUTA-900'],
    ['usuarios', await make('usuarios', aUsuario({ username: 'Oficina.2' })), 'Oficina.2'],
  ]
  for (const [tipo, id] of records) {
    expect((await admin.delete(`/api/${tipo}/${id}`)).body).toMatchObject({ success: true })
  }
  return records
}

describe('GET /api/papelera', () => {
  test('empty: returns no rows', async () => {
    const { status, body } = await admin.get(path)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: expect.any(String),
      data: [],
      count: 0,
      paginacion: { pagina: 1, porPagina: 1000, total: 0, paginas: 0 },
    })
  })

  test('returns every kind by its name, newest first, with the user who deleted it', async () => {
    const records = await oneOfEach()
    const { body } = await admin.get(path)
    expect(body.data).toEqual(
      records.reverse().map(([tipo, id, nombre]) => ({
        tipo,
        id,
        nombre,
        detalle: tipo === 'mantenimientos' ? 'Preventivo · 31/12/2026' : null,
        eliminado_en: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        eliminado_por: username,
      })),
    )
    expect(body).toMatchObject({ count: 7, paginacion: { total: 7, paginas: 1 } })
    const labels: Record<string, string> = {
      choferes: 'Piloto',
      ayudantes: 'Ayudante',
      clientes: 'Cliente',
      mantenimientos: 'Mantenimiento',
      camiones: 'Camión',
      rutas: 'Ruta',
      usuarios: 'Usuario',
    }
    const exported = await readListExport(server.app, admin, `${path}/exportar`)
    expect(exported.titles).toEqual(['Registro', 'Detalle', 'Tipo', 'Eliminado', 'Por'])
    expect(exported.rows).toEqual(
      body.data.map(({ tipo, nombre, detalle }: { tipo: string; nombre: string; detalle: string | null }) => [
        nombre,
        detalle,
        labels[tipo],
        expect.any(Date),
        username,
      ]),
    )
    const found = await readListExport(server.app, admin, `${path}/exportar?buscar=zuniga`)
    expect(found.rows.map(([nombre]) => nombre)).toEqual(['Ana Zúñiga'])
  })

  test('search: by name, ignoring accents and case', async () => {
    const findNames = async (buscar: string) => {
      const { data, count, paginacion } = (await admin.get(`${path}?buscar=${encodeURIComponent(buscar)}`))
        .body
      expect(paginacion.total).toBe(count)
      return data.map(({ tipo, nombre }: { tipo: string; nombre: string }) => [tipo, nombre])
    }
    expect(await findNames(' zuniga ANA')).toEqual([['choferes', 'Ana Zúñiga']])
    expect(await findNames('321')).toEqual([
      ['camiones', 'C-321 XYZ'],
      ['mantenimientos', 'C-321 XYZ'],
    ])
    expect(await findNames('%')).toEqual([])
    const { body } = await admin.get(`${path}?buscar=xyz&porPagina=1&pagina=2`)
    expect([body.data[0].tipo, body.paginacion]).toEqual([
      'mantenimientos',
      { pagina: 2, porPagina: 1, total: 2, paginas: 2 },
    ])
  })

  test('pages: keep one order for equal times', async () => {
    const moment = '2031-05-05T05:05:05Z'
    for (const table of ['clientes', 'ayudantes', 'choferes']) {
      const extra = table === 'choferes' ? ', tipo_licencia' : ''
      await server.db.query(
        raw(`insert into ${table} (nombre, apellido, telefono, busqueda, eliminado_en${extra})
          select 'Masivo', n::text, '', '', '${moment}'${extra && ", 'A'"} from generate_series(1, 9) n`),
      )
    }
    const total = 7 + 27
    const whole = (await admin.get(path)).body.data
    expect(whole).toHaveLength(total)
    expect(whole.slice(0, 27).every((row: { eliminado_por: unknown }) => row.eliminado_por === null)).toBe(
      true,
    )
    const paged: unknown[] = []
    for (let pagina = 1; pagina <= 7; pagina++) {
      const { body } = await admin.get(`${path}?pagina=${pagina}&porPagina=5`)
      expect(body.paginacion).toEqual({ pagina, porPagina: 5, total, paginas: 7 })
      expect(body.count).toBe(body.data.length)
      paged.push(...body.data)
    }
    expect(paged).toEqual(whole)
    const far = await admin.get(`${path}?pagina=99999999999999&porPagina=100`)
    expect(far.body).toMatchObject({ data: [], count: 0, paginacion: { total, paginas: 1 } })
  })

  test('parameters: pages and search; returns 400 with the name of a wrong one', async () => {
    expect((await admin.get(`${path}?orden=x&pagina=&porPagina=`)).body.count).toBe(34)
    for (const wrong of ['pagina=0', 'pagina=x', 'porPagina=101', 'porPagina=-1', 'porPagina=1.5']) {
      const answer = await admin.get(`${path}?${wrong}`)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.error.campos)).toEqual([wrong.split('=')[0]])
    }
  })

  test('names the user who deleted the record, also when that user is deleted', async () => {
    const deletedAdmin = await server.as({ username: 'la.que.se.fue' })
    const id = await make('clientes', aPersona())
    await deletedAdmin.delete(`/api/clientes/${id}`)
    await run(server.db, sql`update usuarios set eliminado_en = now() where id = ${deletedAdmin.userId}`)
    const rows = (await admin.get(path)).body.data
    expect(rows).toContainEqual(
      expect.objectContaining({ tipo: 'clientes', id, eliminado_por: 'la.que.se.fue' }),
    )
  })
})

test('papelera: returns 403 to all but an administrador', async () => {
  const id = await make('ayudantes', aPersona())
  await admin.delete(`/api/ayudantes/${id}`)
  const calls = (client: Client) =>
    Promise.all([
      client.get(path),
      client.post(`${path}/ayudantes/${id}/restaurar`),
      client.post(`${path}/nada/x/restaurar`),
    ])
  const every = permisos.map((p) => p.nombre_permiso)
  expect(sortedStatuses(await calls(server.anonymous))).toEqual([401, 401, 401])
  expect(sortedStatuses(await calls(await server.as({ rol: 'usuario', permisos: every })))).toEqual([
    403, 403, 403,
  ])
  expect(sortedStatuses(await calls(await server.as({ rol: 'piloto', permisos: every })))).toEqual([
    403, 403, 403,
  ])
  const remaining = await many(
    server.db,
    sql`select id from ayudantes where id = ${id} and eliminado_en is not null`,
  )
  expect(remaining).toHaveLength(1)
})

describe('restore', () => {
  const unknown = {
    choferes: 'Piloto no encontrado',
    ayudantes: 'Ayudante no encontrado',
    clientes: 'Cliente no encontrado',
    camiones: 'Camión no encontrado',
    rutas: 'Ruta no encontrada',
    mantenimientos: 'Mantenimiento no encontrado',
    usuarios: 'Usuario no encontrado',
  }

  test.each(Object.entries(unknown))('unknown %s: returns 404', async (tipo, message) => {
    for (const id of ['999999', '99999999999999999999']) {
      const answer = await admin.post(`${path}/${tipo}/${id}/restaurar`)
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ success: false, message, error: { code: 'NO_ENCONTRADO' } })
    }
    for (const id of ['0', '-1', 'x', '1.5']) {
      const answer = await admin.post(`${path}/${tipo}/${id}/restaurar`)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toEqual({ code: 'VALIDACION', campos: { id: expect.any(String) } })
    }
  })

  test('record that is not deleted: returns 404', async () => {
    const id = await make('camiones', aCamion())
    const answer = await admin.post(`${path}/camiones/${id}/restaurar`)
    expect(answer.body).toMatchObject({ success: false, message: 'Camión no encontrado' })
    expect((await admin.get(`/api/camiones/${id}`)).body.data.version).toBe(1)
  })

  test('unknown kind: returns 404', async () => {
    for (const tipo of [
      'sesiones',
      'Choferes',
      'constructor',
      '__proto__',
      'rutas_historial',
      'camiones%00',
    ]) {
      const answer = await admin.post(`${path}/${tipo}/1/restaurar`)
      expect(answer.status).toBe(404)
      expect(answer.body.error).toEqual({ code: 'NO_ENCONTRADO' })
      expect((await admin.post(`${path}/${tipo}/x/restaurar`)).status).toBe(400)
    }
  })

  test('another method: returns 405', async () => {
    const answer = await server.anonymous.get(`${path}/camiones/1/restaurar`)
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('POST')
  })
})
