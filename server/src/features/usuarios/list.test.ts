import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readListExport } from '../../test/exportar.ts'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { makeChofer, makePiloto, makeUsuario } from '../../test/usuarios.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  // Not `as()`, whose random usernames would change the order.
  admin = await server.as({ username: 'Zacarías' })
  for (const username of ['ñandú', 'Óscar', 'ana Zúñiga', 'Ana Bravo', 'nora', '100%_seguro']) {
    await makeUsuario(admin, { username })
  }
})
afterAll(() => server.close())

const names = async (query = '') =>
  (await admin.get(`/api/usuarios${query}`)).body.data.map((u: { username: string }) => u.username)
const byName = ['100%_seguro', 'Ana Bravo', 'ana Zúñiga', 'nora', 'ñandú', 'Óscar', 'Zacarías']

describe('GET /usuarios', () => {
  test('returns every user by name in Spanish order, in the list envelope', async () => {
    const { status, body } = await admin.get('/api/usuarios')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      count: 7,
      paginacion: { pagina: 1, porPagina: 1000, total: 7, paginas: 1 },
    })
    expect(await names()).toEqual(byName)
  })

  test('returns the fields of the contract and no hash', async () => {
    const { body } = await admin.get('/api/usuarios?buscar=zacarias')
    expect(body.data).toEqual([
      {
        id: admin.userId,
        username: 'Zacarías',
        rol_id: 1,
        rol_nombre: 'administrador',
        estado: 'activo',
        piloto_id: null,
        permisos: [1, 2, 3, 4, 5, 6, 7],
        version: 1,
        creado_en: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        actualizado_en: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
  })

  test.each([
    ['nombre', byName],
    ['-nombre', byName.toReversed()],
    ['recientes', ['100%_seguro', 'nora', 'Ana Bravo', 'ana Zúñiga', 'Óscar', 'ñandú', 'Zacarías']],
  ])('sorts by %s', async (orden, expected) => {
    expect(await names(`?orden=${orden}`)).toEqual(expected)
  })

  test('export: has the rows of the list with words instead of ids, and no secret', async () => {
    const piloto_id = await makeChofer(admin, { nombre: 'Óscar', apellido: 'Ñáñez' })
    const made = [
      await makeUsuario(admin, {
        username: 'exp-caja',
        rol_id: 3,
        permisos: [2, 3],
        permisos_dinero: [8, 10],
      }),
      await makeUsuario(admin, { username: 'exp-piloto', rol_id: 2, piloto_id, permisos: [4] }),
    ]
    await admin.patch(`/api/usuarios/${made[0]?.id}/status`, { estado: 'inactivo' })
    const { name, rows } = await readListExport(
      server.app,
      admin,
      '/api/usuarios/exportar?buscar=exp-&orden=-nombre',
    )
    expect(name).toMatch(/^usuarios_\d{4}-\d\d-\d\d\.xlsx$/)
    const money = 'Ver anticipos, gastos, saldos y márgenes; Registrar facturas y cobros'
    expect(rows).toEqual([
      ['exp-piloto', 'Piloto', 'Óscar Ñáñez', 'Ver rutas', 'Ninguno', 'Activo', expect.any(Date)],
      ['exp-caja', 'Usuario', null, 'Reportes, Crear rutas', money, 'Inactivo', expect.any(Date)],
    ])
    const all = (await readListExport(server.app, admin, '/api/usuarios/exportar')).rows
    expect(all.map(([username]) => username)).toEqual(await names())
    expect(all.find(([username]) => username === 'Zacarías')?.slice(3, 5)).toEqual([
      'Todos',
      'Ver anticipos, gastos, saldos y márgenes; Registrar anticipos y gastos, y liquidar; Registrar facturas y cobros',
    ])
    for (const { id } of made) await admin.delete(`/api/usuarios/${id}`)
    await admin.delete(`/api/choferes/${piloto_id}`)
  })

  test('sorts names that differ only in accents by id, descending in -nombre', async () => {
    const first = await makeUsuario(admin, { username: 'quique' })
    const second = await makeUsuario(admin, { username: 'Quíque' })
    expect(await names('?buscar=quique')).toEqual(['quique', 'Quíque'])
    expect(await names('?buscar=quique&orden=-nombre')).toEqual(['Quíque', 'quique'])
    for (const { id } of [first, second]) await admin.delete(`/api/usuarios/${id}`)
  })

  test.each([
    ['oscar', ['Óscar']],
    ['ÑANDU', ['ñandú']],
    ['nandu', ['ñandú']],
    ['zuniga  ANA ', ['ana Zúñiga']],
    ['an', ['Ana Bravo', 'ana Zúñiga', 'ñandú']],
    ['%', ['100%_seguro']],
    ['_', ['100%_seguro']],
    ['%%', []],
    ['\\', []],
    ["' or 1=1", []],
    ['   ', byName],
  ])('finds matches of "%s"', async (buscar, expected) => {
    expect(await names(`?buscar=${encodeURIComponent(buscar)}`)).toEqual(expected)
  })

  test('returns pages, and past the end an empty list with the total', async () => {
    const { body } = await admin.get('/api/usuarios?pagina=2&porPagina=3&buscar=')
    expect(body.data.map((u: { username: string }) => u.username)).toEqual(byName.slice(3, 6))
    expect(body).toMatchObject({ count: 3, paginacion: { pagina: 2, porPagina: 3, total: 7, paginas: 3 } })
    const past = await admin.get('/api/usuarios?pagina=99999999999&porPagina=3')
    expect(past.body).toMatchObject({ data: [], count: 0, paginacion: { total: 7, paginas: 3 } })
    const none = await admin.get('/api/usuarios?buscar=nadie')
    expect(none.body).toMatchObject({ data: [], count: 0, paginacion: { total: 0, paginas: 0 } })
  })

  test.each(['pagina=0', 'pagina=x', 'porPagina=101', 'porPagina=0', 'orden=antiguas'])(
    '%s: returns 400 for that parameter',
    async (query) => {
      const { status, body } = await admin.get(`/api/usuarios?${query}`)
      expect([status, body.error.code]).toEqual([400, 'VALIDACION'])
      expect(Object.keys(body.error.campos)).toEqual([query.split('=')[0]])
    },
  )

  test('answers without /api too', async () => {
    const { body } = await admin.get('/usuarios?porPagina=2')
    expect(body).toEqual((await admin.get('/api/usuarios?porPagina=2')).body)
  })
})

describe('GET /usuarios/{id}', () => {
  test('returns a user, 404 when unknown or deleted, and 400 for an invalid id', async () => {
    const user = await makeUsuario(admin)
    expect((await admin.get(`/usuarios/${user.id}`)).body.data).toEqual(user)
    await admin.delete(`/api/usuarios/${user.id}`)
    for (const id of [user.id, 999_999, '9'.repeat(40)]) {
      const { status, body } = await admin.get(`/api/usuarios/${id}`)
      expect([status, body.message, body.error.code]).toEqual([404, 'Usuario no encontrado', 'NO_ENCONTRADO'])
    }
    for (const id of ['x', '0', '-1', '1.5', '01']) {
      const { status, body } = await admin.get(`/api/usuarios/${id}`)
      expect([id, status, Object.keys(body.error.campos)]).toEqual([id, 400, ['id']])
    }
  })
})

describe('GET /api/usuarios/permissions/available', () => {
  const ids = async (query: string) => {
    const { body } = await admin.get(`/api/usuarios/permissions/available${query}`)
    expect(body.count).toBe(body.data.length)
    expect(body.paginacion).toBeUndefined()
    return body.data.map((p: { id: number }) => p.id)
  }

  test.each([
    ['', [1, 2, 3, 4, 5, 6, 7]],
    ['?rol_id=', [1, 2, 3, 4, 5, 6, 7]],
    ['?rol_id=1', [1, 2, 3, 4, 5, 6, 7]],
    ['?rol_id=2', [4, 5]],
    ['?rol_id=3', [1, 2, 3, 4, 5, 6, 7]],
  ])('%s: returns its ids', async (query, expected) => {
    expect(await ids(query)).toEqual(expected)
  })

  test('returns name and description of each, and 400 for an unknown role', async () => {
    const { body } = await admin.get('/usuarios/permissions/available?rol_id=2')
    expect(body.data).toEqual([
      { id: 4, nombre_permiso: 'ver_rutas', descripcion: expect.any(String) },
      { id: 5, nombre_permiso: 'actualizar_estado', descripcion: expect.any(String) },
    ])
    for (const rol of ['4', '0', 'x']) {
      const { status, body } = await admin.get(`/api/usuarios/permissions/available?rol_id=${rol}`)
      expect([status, Object.keys(body.error.campos)]).toEqual([400, ['rol_id']])
    }
  })
})

describe('GET /piloto', () => {
  test('returns the pilots that are not deleted by name, with or without a user', async () => {
    const zoila = await makeChofer(admin, { nombre: 'Zoila', apellido: 'Ávila' })
    const abel = await makeChofer(admin, { nombre: 'abel', apellido: 'Ñoño' })
    const abelFirst = await makeChofer(admin, { nombre: 'Abel', apellido: 'Nuñez' })
    const gone = await makeChofer(admin, { nombre: 'Beto', apellido: 'Ido' })
    await makePiloto(admin, { piloto_id: zoila })
    await admin.delete(`/api/choferes/${gone}`)
    for (const url of ['/api/piloto', '/piloto']) {
      const { status, body } = await admin.get(url)
      expect(status).toBe(200)
      expect(body.data).toEqual([
        { id: abelFirst, nombre: 'Abel', apellido: 'Nuñez' },
        { id: abel, nombre: 'abel', apellido: 'Ñoño' },
        { id: zoila, nombre: 'Zoila', apellido: 'Ávila' },
      ])
      expect([body.count, body.paginacion]).toEqual([3, undefined])
    }
  })
})
