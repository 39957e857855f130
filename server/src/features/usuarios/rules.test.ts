import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { loginAs, makePiloto, makeUsuario } from '../../test/usuarios.ts'

const last = 'Debe existir al menos un administrador activo'
const own = 'No puedes eliminar ni desactivar tu propia cuenta'
const binned = 'El piloto de este usuario está en la papelera'

// Each test counts its own administrators.
let server: TestApp
let admin: Client
beforeEach(async () => {
  server = await testApp()
  admin = await server.as()
})
afterEach(() => server.close())

/** Every way to take an administrator's place away. */
const losses = (id: number | undefined, by = admin) => ({
  deleted: () => by.delete(`/api/usuarios/${id}`),
  deactivated: () => by.patch(`/api/usuarios/${id}/status`, { estado: 'inactivo' }),
  'deactivated by PUT': () => by.put(`/api/usuarios/${id}`, { estado: 'inactivo' }),
  demoted: () => by.put(`/api/usuarios/${id}`, { rol_id: 3 }),
})
type Loss = keyof ReturnType<typeof losses>
const kinds: Loss[] = ['deleted', 'deactivated', 'deactivated by PUT', 'demoted']
const leaving = kinds.filter((kind) => kind !== 'demoted')

describe('administrators', () => {
  test.each(kinds)('the last active one is not %s', async (kind) => {
    const inactive = await makeUsuario(admin, { rol_id: 1, estado: 'inactivo' })
    const gone = await makeUsuario(admin, { rol_id: 1 })
    await admin.delete(`/api/usuarios/${gone.id}`)
    const before = (await admin.get(`/api/usuarios/${admin.userId}`)).body.data
    const { status, body } = await losses(admin.userId)[kind]()
    expect([status, body.message, body.error]).toEqual([409, last, { code: 'CONFLICTO' }])
    expect((await admin.get(`/api/usuarios/${admin.userId}`)).body.data).toEqual(before)
    expect((await losses(inactive.id)[kind]()).status).toBe(200)
  })

  test.each(kinds)('another one is %s while one is left', async (kind) => {
    const other = await makeUsuario(admin, { rol_id: 1 })
    expect((await losses(other.id)[kind]()).status).toBe(200)
  })

  test.each(leaving)('nobody has the own account %s', async (kind) => {
    await server.as()
    const { status, body } = await losses(admin.userId)[kind]()
    expect([status, body.message, body.error.code]).toEqual([409, own, 'CONFLICTO'])
    expect((await admin.get('/api/auth/verify')).status).toBe(200)
  })

  test('the own demotion is allowed while another is left, and bites at the next call', async () => {
    await server.as()
    const { status, body } = await admin.put(`/api/usuarios/${admin.userId}`, { rol_id: 3 })
    expect([status, body.data.permisos]).toEqual([200, []])
    expect((await admin.get('/api/usuarios')).status).toBe(403)
    expect((await admin.get('/api/auth/verify')).body.data.user.rol_nombre).toBe('usuario')
  })

  test('everything else about the last one can be changed', async () => {
    const url = `/api/usuarios/${admin.userId}`
    for (const sent of [
      { username: 'Jefa' },
      { estado: 'activo', rol_id: 1 },
      { permisos: [] },
      { password: 'Nueva-clave-7' },
    ]) {
      expect([sent, (await admin.put(url, sent)).status]).toEqual([sent, 200])
    }
    expect((await admin.patch(`${url}/status`, { estado: 'activo' })).status).toBe(200)
    expect((await admin.get('/api/auth/verify')).body.data.permissions).toHaveLength(7)
  })
})

describe('sessions', () => {
  test.each(leaving)(
    'of a user who is %s end at once, for ever, and no login opens another',
    async (kind) => {
      const user = await makeUsuario(admin)
      const sessions = [await loginAs(server, user.username), await loginAs(server, user.username)]
      expect((await losses(user.id)[kind]()).status).toBe(200)
      for (const session of sessions) {
        expect((await session.get('/api/auth/verify')).body.error.code).toBe('SESION_EXPIRADA')
      }
      await expect(loginAs(server, user.username)).rejects.toThrow('401')
      if (kind === 'deleted') return
      await admin.patch(`/api/usuarios/${user.id}/status`, { estado: 'activo' })
      for (const session of sessions) expect((await session.get('/api/auth/verify')).status).toBe(401)
      await loginAs(server, user.username)
    },
  )

  test('of a user who gets a new password end; other changes leave them', async () => {
    const user = await makeUsuario(admin)
    const session = await loginAs(server, user.username)
    const url = `/api/usuarios/${user.id}`
    for (const sent of [
      { permisos: [1] },
      { username: 'Renombrada' },
      { password: '', estado: 'activo' },
      { rol_id: 1 },
    ]) {
      await admin.put(url, sent)
      expect([sent, (await session.get('/api/auth/verify')).status]).toEqual([sent, 200])
    }
    await admin.put(url, { password: 'Nueva-clave-7' })
    expect((await session.get('/api/auth/verify')).status).toBe(401)
    expect((await admin.get('/api/auth/verify')).status).toBe(200)
  })

  test('the session that gave its own user a new password stays, the others end', async () => {
    const user = await makeUsuario(admin, { rol_id: 1 })
    const [here, there] = [await loginAs(server, user.username), await loginAs(server, user.username)]
    await here.put(`/usuarios/${user.id}`, { password: 'Nueva-clave-7' })
    expect((await here.get('/api/auth/verify')).status).toBe(200)
    expect((await there.get('/api/auth/verify')).status).toBe(401)
  })

  test('a change of permissions or role bites at the next call, on every process', async () => {
    const user = await makeUsuario(admin)
    const session = await loginAs(server, user.username)
    const elsewhere = server.clientOf(server.startAnotherApp(), session.token)
    const statuses = async () => [
      (await session.get('/api/choferes')).status,
      (await elsewhere.get('/api/choferes')).status,
      (await elsewhere.get('/usuarios')).status,
    ]
    const put = (sent: unknown) => admin.put(`/usuarios/${user.id}`, sent)
    expect(await statuses()).toEqual([403, 403, 403])
    await put({ permisos: [1] })
    expect(await statuses()).toEqual([200, 200, 403])
    await put({ rol_id: 1, permisos: [] })
    expect(await statuses()).toEqual([200, 200, 200])
    await put({ rol_id: 3, permisos: [2] })
    expect(await statuses()).toEqual([403, 403, 403])
  })
})

describe('a user whose pilot is in the bin', () => {
  const prepare = async () => {
    const user = await makePiloto(admin, { estado: 'inactivo' })
    await admin.delete(`/api/choferes/${user.piloto_id}`)
    return { ...user, url: `/api/usuarios/${user.id}` }
  }

  test('is not activated, neither by PATCH nor by PUT', async () => {
    const { url, piloto_id } = await prepare()
    const tries = [
      await admin.patch(`${url}/status`, { estado: 'activo' }),
      await admin.put(url, { estado: 'activo' }),
      await admin.put(url, { estado: 'activo', rol_id: 2, piloto_id }),
    ]
    for (const { status, body } of tries) {
      expect([status, body.message, body.error]).toEqual([409, binned, { code: 'CONFLICTO' }])
    }
    expect((await admin.get(url)).body.data.estado).toBe('inactivo')
  })

  test('can be changed otherwise, as the form sends it too', async () => {
    const { url, piloto_id } = await prepare()
    const sent = { username: 'Corregido', rol_id: 2, estado: 'inactivo', piloto_id, password: '' }
    expect((await admin.put(url, sent)).body.data).toMatchObject({ username: 'Corregido', piloto_id })
    expect((await admin.patch(`${url}/status`, { estado: 'inactivo' })).status).toBe(200)
  })

  test('is activated with another pilot, or with another role', async () => {
    const first = await prepare()
    const { piloto_id } = await makePiloto(admin)
    const taken = await admin.put(first.url, { estado: 'activo', piloto_id })
    expect([taken.status, taken.body.message]).toEqual([409, 'El piloto ya tiene un usuario'])
    expect((await admin.put(first.url, { estado: 'activo', rol_id: 3 })).body.data).toMatchObject({
      estado: 'activo',
      piloto_id: null,
    })
  })
})
