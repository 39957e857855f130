import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import {
  aUsuario,
  defaultPassword,
  loginAs,
  makeChofer,
  makePiloto,
  makeUsuario,
} from '../../test/usuarios.ts'

let server: TestApp
let admin: Client
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
afterAll(() => server.close())

const campos = async (body: unknown) => {
  const answer = await admin.post('/api/usuarios', body)
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDACION'])
  return answer.body.error.campos
}

describe('POST /usuarios', () => {
  test('creates a user that can log in, and responds as GET does', async () => {
    const { status, body } = await admin.post(
      '/usuarios',
      aUsuario({ username: '  María 🚚 ', permisos: [4, 1] }),
    )
    expect([status, body.success, body.message]).toEqual([201, true, 'Usuario creado exitosamente'])
    expect(body.data).toMatchObject({
      username: 'María 🚚',
      rol_id: 3,
      rol_nombre: 'usuario',
      estado: 'activo',
      piloto_id: null,
      permisos: [1, 4],
      version: 1,
    })
    expect((await admin.get(`/usuarios/${body.data.id}`)).body.data).toEqual(body.data)
    expect(JSON.stringify(body)).not.toMatch(/hash|argon2|Quetzal/i)
    const own = await loginAs(server, 'maría 🚚')
    expect((await own.get('/api/auth/verify')).body.data.permissions).toEqual([
      'gestionar_catalogos',
      'ver_rutas',
    ])
  })

  test.each([
    [1, undefined, [1, 2, 3, 4, 5, 6, 7]],
    [2, undefined, [4, 5]],
    [3, undefined, []],
    [3, null, []],
    [1, null, [1, 2, 3, 4, 5, 6, 7]],
    [1, [], []],
    [2, [], []],
    [2, [7, 1, 7], [1, 7]],
    [3, [2, 2, 2], [2]],
  ])('role %i with permisos %j: stores %j', async (rol_id, permisos, stored) => {
    const piloto_id = rol_id === 2 ? await makeChofer(admin) : undefined
    expect((await makeUsuario(admin, { rol_id, permisos, piloto_id })).permisos).toEqual(stored)
  })

  test.each(['activo', 'inactivo'])('stores estado %j', async (estado) => {
    expect((await makeUsuario(admin, { estado })).estado).toBe(estado)
  })

  test.each([undefined, null, ''])('returns 400 for estado %j', async (estado) => {
    expect(await campos(aUsuario({ estado }))).toEqual({ estado: 'Este campo es obligatorio.' })
  })

  test('returns all wrong fields at once, with the rules of role and password', async () => {
    expect(await campos({})).toEqual({
      username: 'Este campo es obligatorio.',
      password: 'Este campo es obligatorio.',
      rol_id: expect.any(String),
      estado: 'Este campo es obligatorio.',
    })
    const wrongFields = await campos({
      username: ' ',
      password: 'password',
      rol_id: 2,
      estado: 'x',
      permisos: [8],
    })
    expect(Object.keys(wrongFields).toSorted()).toEqual([
      'estado',
      'password',
      'permisos',
      'piloto_id',
      'username',
    ])
    expect(wrongFields.password).toBe('Esa contraseña es muy común. Elige otra.')
  })

  test.each([
    ['username', ''],
    ['username', null],
    ['username', 7],
    ['username', 'a'.repeat(61)],
    ['username', 'a\0b'],
    ['password', ''],
    ['password', null],
    ['password', 12_345_678],
    ['password', 'siete77'],
    ['password', '😀'.repeat(7)],
    ['password', 'x'.repeat(129)],
    ['password', 'Administrador'],
    ['rol_id', 4],
    ['rol_id', '3'],
    ['rol_id', null],
    ['estado', 'Activo'],
    ['estado', true],
    ['permisos', [0]],
    ['permisos', [8]],
    ['permisos', [10]],
    ['permisos_dinero', [7]],
    ['permisos_dinero', [11]],
    ['permisos', ['1']],
    ['permisos', [1.5]],
    ['permisos', '1,2'],
    ['permisos', {}],
    ['piloto_id', 'x'],
    ['piloto_id', 0],
    ['piloto_id', -1],
    ['piloto_id', 1.5],
  ])('%s %j: returns 400 for that field', async (field, value) => {
    expect(Object.keys(await campos(aUsuario({ [field]: value })))).toEqual([field])
  })

  test('counts code points and never trims a password', async () => {
    const user = await makeUsuario(admin, { username: '😀'.repeat(60), password: '  espacios  ' })
    expect(user.username).toBe('😀'.repeat(60))
    await expect(loginAs(server, user.username, 'espacios')).rejects.toThrow('401')
    await loginAs(server, user.username, '  espacios  ')
    await makeUsuario(admin, { password: 'ñ'.repeat(8).replace('ñ', '🚚') + 'x'.repeat(120) })
  })

  test('stores the money permissions apart from the others', async () => {
    const user = await makeUsuario(admin, { permisos_dinero: [10, 8, 10] })
    expect(user).toMatchObject({ permisos: [], permisos_dinero: [8, 10] })
  })

  test('ignores unknown fields', async () => {
    const { body } = await admin.post('/api/usuarios', {
      ...aUsuario(),
      id: 1,
      version: 9,
      rol_nombre: 'administrador',
    })
    expect(body.data).toMatchObject({ rol_nombre: 'usuario', version: 1 })
  })

  test('returns 409 for a taken username in any case; a deleted user’s is free', async () => {
    const user = await makeUsuario(admin, { username: 'Ñusta Óscar' })
    for (const username of ['Ñusta Óscar', 'ñUSTA óSCAR', ' ñusta óscar ']) {
      const { status, body } = await admin.post('/api/usuarios', aUsuario({ username }))
      expect([status, body.message]).toEqual([409, 'El nombre de usuario ya existe'])
      expect(body.error).toEqual({ code: 'CONFLICTO' })
    }
    await makeUsuario(admin, { username: 'Nusta Oscar' })
    await admin.delete(`/usuarios/${user.id}`)
    await makeUsuario(admin, { username: 'ÑUSTA ÓSCAR' })
  })
})

describe('pilot of a new user', () => {
  test('is required for the role piloto', async () => {
    for (const piloto_id of [undefined, null, '']) {
      expect(Object.keys(await campos(aUsuario({ rol_id: 2, piloto_id })))).toEqual(['piloto_id'])
    }
  })

  test('is rejected for other roles; null and "" are none', async () => {
    const piloto_id = await makeChofer(admin)
    for (const rol_id of [1, 3]) {
      expect(Object.keys(await campos(aUsuario({ rol_id, piloto_id })))).toEqual(['piloto_id'])
      expect((await makeUsuario(admin, { rol_id, piloto_id: null })).piloto_id).toBeNull()
      expect((await makeUsuario(admin, { rol_id, piloto_id: '' })).piloto_id).toBeNull()
    }
  })

  test('returns 400 for an unknown or deleted one, whatever the estado', async () => {
    const deletedId = await makeChofer(admin)
    await admin.delete(`/api/choferes/${deletedId}`)
    for (const piloto_id of [deletedId, 999_999, 2 ** 31, 1e15]) {
      for (const estado of ['activo', 'inactivo']) {
        expect(Object.keys(await campos(aUsuario({ rol_id: 2, piloto_id, estado })))).toEqual(['piloto_id'])
      }
    }
  })

  test('returns 409 when taken, until that user is deleted', async () => {
    const piloto_id = await makeChofer(admin)
    const first = await makePiloto(admin, { piloto_id, estado: 'inactivo' })
    const { status, body } = await admin.post('/api/usuarios', aUsuario({ rol_id: 2, piloto_id }))
    expect([status, body.message, body.error.code]).toEqual([
      409,
      'El piloto ya tiene un usuario',
      'CONFLICTO',
    ])
    await admin.delete(`/api/usuarios/${first.id}`)
    const second = await makePiloto(admin, { piloto_id })
    const chofer = await admin.get(`/api/choferes/${piloto_id}`)
    expect(chofer.body.data).toMatchObject({ username: second.username, rol_nombre: 'piloto' })
  })

  test('gives its user the role piloto at login', async () => {
    const user = await makePiloto(admin, { permisos: [1, 2, 3, 4, 5, 6, 7] })
    const { body } = await server.anonymous.post('/api/auth/login', {
      username: user.username,
      password: defaultPassword,
    })
    expect(body.data.user).toMatchObject({ rol_nombre: 'piloto', piloto_id: user.piloto_id })
    expect(body.data.permissions).toEqual(['ver_rutas', 'actualizar_estado'])
  })
})
