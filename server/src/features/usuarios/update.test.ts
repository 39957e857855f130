import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { defaultPassword, loginAs, makeChofer, makePiloto, makeUsuario } from '../../test/usuarios.ts'

let server: TestApp
let admin: Client
let user: Awaited<ReturnType<typeof makeUsuario>>
beforeAll(async () => {
  server = await testApp()
  admin = await server.as()
})
beforeEach(async () => {
  user = await makeUsuario(admin, { permisos: [2] })
})
afterAll(() => server.close())

const put = (body: unknown, id = user.id) => admin.put(`/api/usuarios/${id}`, body)
const stored = async (id = user.id) => (await admin.get(`/usuarios/${id}`)).body.data
const campos = async (body: unknown, id = user.id) => {
  const before = await stored(id)
  const answer = await put(body, id)
  expect([answer.status, answer.body.error?.code]).toEqual([400, 'VALIDACION'])
  expect(await stored(id)).toEqual(before)
  return answer.body.error.campos
}

describe('PUT /usuarios/{id}', () => {
  test.each([
    [{ username: 'Otro Nombre' }, { username: 'Otro Nombre' }],
    [{ estado: 'inactivo' }, { estado: 'inactivo' }],
    [{ permisos: [7, 1, 7] }, { permisos: [1, 7] }],
    [{ permisos: [] }, { permisos: [] }],
    [{ rol_id: 1 }, { rol_id: 1, rol_nombre: 'administrador', permisos: [1, 2, 3, 4, 5, 6, 7] }],
    [
      { rol_id: 1, permisos: [3] },
      { rol_id: 1, rol_nombre: 'administrador', permisos: [3] },
    ],
    [{ rol_id: 3 }, {}],
    [{ permisos: null, rol_id: 3 }, {}],
    [{ piloto_id: null }, {}],
    [{ piloto_id: '' }, {}],
    [{ version: null, estado: 'activo' }, {}],
    [{ password: '', estado: 'activo' }, {}],
    [{ password: null, username: 'Con nulo' }, { username: 'Con nulo' }],
    [{}, {}],
  ])('%j: changes only the sent fields', async (sent, changed) => {
    const { status, body } = await put(sent)
    expect(status).toBe(200)
    expect(body.data).toEqual({ ...user, ...changed, version: 2, actualizado_en: expect.any(String) })
    expect(await stored()).toEqual(body.data)
    await loginAs(server, body.data.username).catch((error) => {
      if (body.data.estado === 'activo') throw error
    })
  })

  test.each([
    [{ permisos: [1] }, 'Permisos actualizados correctamente'],
    [{ permisos: [1], version: 1 }, 'Permisos actualizados correctamente'],
    [{ permisos: [1], password: '' }, 'Permisos actualizados correctamente'],
    [{ password: 'Nueva-clave-7' }, 'Contraseña actualizada correctamente'],
    [{ password: 'Nueva-clave-7', permisos: null }, 'Contraseña actualizada correctamente'],
    [{ password: 'Nueva-clave-7', permisos: [] }, 'Usuario actualizado exitosamente'],
    [{ estado: 'activo', permisos: [1] }, 'Usuario actualizado exitosamente'],
    [{ estado: 'inactivo' }, 'Usuario actualizado exitosamente'],
  ])('%j: returns the message %s', async (sent, message) => {
    expect((await put(sent)).body).toMatchObject({ success: true, message })
  })

  test('a new password replaces the old one', async () => {
    expect(JSON.stringify((await put({ password: 'Nueva-clave-7' })).body)).not.toContain('Nueva-clave')
    await loginAs(server, user.username, 'Nueva-clave-7')
    await expect(loginAs(server, user.username)).rejects.toThrow('401')
    // Hashing takes time, so the two times differ.
    expect((await stored()).actualizado_en > user.actualizado_en).toBe(true)
  })

  test.each([
    [{ password: '' }, ['password']],
    [{ password: null }, ['password']],
    [{ password: '', version: 1, permisos: null }, ['password']],
    [{ password: 'corta' }, ['password']],
    [{ password: 'contraseña' }, ['password']],
    [{ password: 12_345_678 }, ['password']],
    [{ username: '' }, ['username']],
    [{ username: null }, ['username']],
    [{ rol_id: 9 }, ['rol_id']],
    [{ rol_id: null }, ['rol_id']],
    [{ estado: '' }, ['estado']],
    [{ estado: null }, ['estado']],
    [{ permisos: [1, 99] }, ['permisos']],
    [{ version: 0 }, ['version']],
    [{ version: '1' }, ['version']],
    [{ rol_id: 2 }, ['piloto_id']],
    [{ rol_id: 2, piloto_id: null }, ['piloto_id']],
    [{ piloto_id: 999_999 }, ['piloto_id']],
    [
      { username: ' ', password: 'password', rol_id: 2, piloto_id: '' },
      ['password', 'piloto_id', 'username'],
    ],
  ])('%j: returns 400 and writes nothing', async (sent, fields) => {
    expect(Object.keys(await campos(sent)).toSorted()).toEqual(fields)
  })

  test('returns the messages of invalid passwords', async () => {
    expect(await campos({ password: '' })).toEqual({ password: 'Por favor ingresa una contraseña' })
    expect(await campos({ password: 'corta' })).toEqual({ password: 'Mínimo 8 caracteres.' })
    expect(await campos({ password: 'password' })).toEqual({
      password: 'Esa contraseña es muy común. Elige otra.',
    })
  })

  test('own username in another case: accepted; a taken one: 409; search finds the new one', async () => {
    const other = await makeUsuario(admin)
    expect((await put({ username: user.username.toUpperCase() })).status).toBe(200)
    const { status, body } = await put({ username: other.username.toUpperCase() })
    expect([status, body.message, body.error.code]).toEqual([
      409,
      'El nombre de usuario ya existe',
      'CONFLICTO',
    ])
    await put({ username: 'Íñigo Renombrado' })
    const results = await admin.get('/api/usuarios?buscar=renombrado inigo')
    expect(results.body.data.map((u: { id: number }) => u.id)).toEqual([user.id])
    await admin.delete(`/usuarios/${user.id}`)
  })
})

describe('pilot of a changed user', () => {
  test('another role clears and frees the pilot, and brings its default permissions', async () => {
    const piloto = await makePiloto(admin)
    const { body } = await put({ rol_id: 3 }, piloto.id)
    expect(body.data).toMatchObject({ rol_nombre: 'usuario', piloto_id: null, permisos: [] })
    await makePiloto(admin, { piloto_id: piloto.piloto_id })
  })

  test('role piloto requires one, and brings permissions 4 and 5', async () => {
    const piloto_id = await makeChofer(admin)
    const { body } = await put({ rol_id: 2, piloto_id })
    expect(body.data).toMatchObject({ rol_nombre: 'piloto', piloto_id, permisos: [4, 5] })
    expect(Object.keys(await campos({ piloto_id: null }))).toEqual(['piloto_id'])
    expect((await put({ rol_id: 2 })).body.data).toMatchObject({ piloto_id, permisos: [4, 5] })
    const next = await makeChofer(admin)
    expect((await put({ piloto_id: next })).body.data).toMatchObject({ piloto_id: next, permisos: [4, 5] })
  })

  test('returns 409 when taken, and 400 for another role or when deleted', async () => {
    const piloto = await makePiloto(admin)
    const conflict = await put({ rol_id: 2, piloto_id: piloto.piloto_id })
    expect([conflict.status, conflict.body.message]).toEqual([409, 'El piloto ya tiene un usuario'])
    const free = await makeChofer(admin)
    expect(Object.keys(await campos({ piloto_id: free }))).toEqual(['piloto_id'])
    expect(Object.keys(await campos({ rol_id: 1, piloto_id: free }))).toEqual(['piloto_id'])
    expect(Object.keys(await campos({ rol_id: 3, piloto_id: piloto.piloto_id }, piloto.id))).toEqual([
      'piloto_id',
    ])
    await admin.delete(`/api/choferes/${free}`)
    expect(Object.keys(await campos({ rol_id: 2, piloto_id: free }))).toEqual(['piloto_id'])
    expect(Object.keys(await campos({ piloto_id: free }, piloto.id))).toEqual(['piloto_id'])
  })
})

describe('DELETE and PATCH', () => {
  test('DELETE soft-deletes the user and leaves the pilot', async () => {
    const piloto = await makePiloto(admin)
    const { status, body } = await admin.delete(`/usuarios/${piloto.id}`)
    expect([status, body]).toEqual([
      200,
      { success: true, message: 'Usuario eliminado con éxito', data: null },
    ])
    expect((await admin.get(`/api/usuarios?buscar=${piloto.username}`)).body.paginacion.total).toBe(0)
    const chofer = await admin.get(`/api/choferes/${piloto.piloto_id}`)
    expect(chofer.body.data).toMatchObject({ username: null, rol_nombre: null })
  })

  test('PATCH status switches the user and returns its message', async () => {
    for (const [estado, message] of [
      ['inactivo', 'Usuario desactivado exitosamente'],
      ['inactivo', 'Usuario desactivado exitosamente'],
      ['activo', 'Usuario activado exitosamente'],
    ]) {
      const before = await stored()
      const { status, body } = await admin.patch(`/usuarios/${user.id}/status`, { estado })
      expect([status, body.message]).toEqual([200, message])
      expect(body.data).toEqual({
        ...before,
        estado,
        version: before.version + 1,
        actualizado_en: expect.any(String),
      })
    }
    for (const sent of [{}, { estado: null }, { estado: '' }, { estado: 'Activo' }]) {
      const { status, body } = await admin.patch(`/api/usuarios/${user.id}/status`, sent)
      expect([status, Object.keys(body.error.campos)]).toEqual([400, ['estado']])
    }
  })

  test('return 400 for a malformed body or id, then 404, then 409 for a stale version', async () => {
    const url = `/api/usuarios/${user.id}`
    await admin.delete(url)
    const responses = [
      await admin.delete(`${url}?version=99`),
      await admin.put(url, { username: 'x', version: 99 }),
      await admin.put(url, { password: defaultPassword }),
      await admin.patch(`${url}/status`, { estado: 'activo', version: 99 }),
      await admin.put(`/api/usuarios/${'9'.repeat(30)}`, {}),
    ]
    for (const { status, body } of responses)
      expect([status, body.message]).toEqual([404, 'Usuario no encontrado'])
    const deletedId = await makeChofer(admin)
    await admin.delete(`/api/choferes/${deletedId}`)
    const wrong = [
      await admin.delete(`${url}?version=x`),
      await admin.delete('/api/usuarios/x'),
      await admin.put(url, { username: '' }),
      await admin.put(url, { password: '' }),
      await admin.put(url, { rol_id: 2, piloto_id: deletedId }),
      await admin.put(url, { rol_id: 3, piloto_id: deletedId }),
      await admin.patch(`${url}/status`, {}),
    ]
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 400))
  })

  test('return 409 for a stale version and write nothing', async () => {
    await put({ permisos: [1], version: 1 })
    const before = await stored()
    const stale = [
      await put({ permisos: [2], version: 1 }),
      await put({ password: 'Nueva-clave-7', version: 3 }),
      await admin.patch(`/usuarios/${user.id}/status`, { estado: 'inactivo', version: 1 }),
      await admin.delete(`/usuarios/${user.id}?version=1`),
    ]
    for (const { status, body } of stale) {
      expect([status, body.message, body.error.code]).toEqual([
        409,
        'Otro usuario modificó este registro. Recarga para ver los cambios.',
        'CONFLICTO',
      ])
    }
    expect(await stored()).toEqual(before)
    await loginAs(server, user.username)
    expect((await admin.delete(`/usuarios/${user.id}?version=2`)).status).toBe(200)
  })
})
