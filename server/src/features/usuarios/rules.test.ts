import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../../test/testApp.ts'
import { loginAs, makePiloto, makeUsuario } from '../../test/usuarios.ts'

const lastAdministrador = 'Debe existir al menos un administrador activo'
const ownAccount = 'No puedes eliminar ni desactivar tu propia cuenta'
const pilotoDeleted = 'El piloto de este usuario está en la papelera'

// Each test needs its own administrators.
let server: TestApp
let admin: Client
beforeEach(async () => {
  server = await testApp()
  admin = await server.as()
})
afterEach(() => server.close())

/** The ways to lose an administrator. */
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
  test.each(kinds)('the last active one: 409 when %s', async (kind) => {
    const inactive = await makeUsuario(admin, { rol_id: 1, estado: 'inactivo' })
    const deleted = await makeUsuario(admin, { rol_id: 1 })
    await admin.delete(`/api/usuarios/${deleted.id}`)
    const before = (await admin.get(`/api/usuarios/${admin.userId}`)).body.data
    const { status, body } = await losses(admin.userId)[kind]()
    expect([status, body.message, body.error]).toEqual([409, lastAdministrador, { code: 'CONFLICTO' }])
    expect((await admin.get(`/api/usuarios/${admin.userId}`)).body.data).toEqual(before)
    expect((await losses(inactive.id)[kind]()).status).toBe(200)
  })

  test.each(kinds)('another one: can be %s while one is left', async (kind) => {
    const other = await makeUsuario(admin, { rol_id: 1 })
    expect((await losses(other.id)[kind]()).status).toBe(200)
  })

  test.each(leaving)('own account: 409 when %s', async (kind) => {
    await server.as()
    const { status, body } = await losses(admin.userId)[kind]()
    expect([status, body.message, body.error.code]).toEqual([409, ownAccount, 'CONFLICTO'])
    expect((await admin.get('/api/auth/verify')).status).toBe(200)
  })

  test('demoting oneself: allowed while another is left, and applies at the next request', async () => {
    await server.as()
    const { status, body } = await admin.put(`/api/usuarios/${admin.userId}`, { rol_id: 3 })
    expect([status, body.data.permisos]).toEqual([200, []])
    expect((await admin.get('/api/usuarios')).status).toBe(403)
    expect((await admin.get('/api/auth/verify')).body.data.user.rol_nombre).toBe('usuario')
  })

  test('the last one: accepts every other change', async () => {
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
  test.each(leaving)('of a user who is %s: end at once, and no login opens another', async (kind) => {
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
  })

  test('of a user: end at a new password, and at no other change', async () => {
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

  test('a user’s own new password keeps the session that set it', async () => {
    const user = await makeUsuario(admin, { rol_id: 1 })
    const [ownSession, otherSession] = [
      await loginAs(server, user.username),
      await loginAs(server, user.username),
    ]
    await ownSession.put(`/usuarios/${user.id}`, { password: 'Nueva-clave-7' })
    expect((await ownSession.get('/api/auth/verify')).status).toBe(200)
    expect((await otherSession.get('/api/auth/verify')).status).toBe(401)
  })

  test('changed permissions or role apply at the next request on every process', async () => {
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

describe('user whose pilot is deleted', () => {
  const prepare = async () => {
    const user = await makePiloto(admin, { estado: 'inactivo' })
    await admin.delete(`/api/choferes/${user.piloto_id}`)
    return { ...user, url: `/api/usuarios/${user.id}` }
  }

  test('can’t be activated by PATCH or PUT', async () => {
    const { url, piloto_id } = await prepare()
    const tries = [
      await admin.patch(`${url}/status`, { estado: 'activo' }),
      await admin.put(url, { estado: 'activo' }),
      await admin.put(url, { estado: 'activo', rol_id: 2, piloto_id }),
    ]
    for (const { status, body } of tries) {
      expect([status, body.message, body.error]).toEqual([409, pilotoDeleted, { code: 'CONFLICTO' }])
    }
    expect((await admin.get(url)).body.data.estado).toBe('inactivo')
  })

  test('accepts other changes, also as the form sends them', async () => {
    const { url, piloto_id } = await prepare()
    const sent = { username: 'Corregido', rol_id: 2, estado: 'inactivo', piloto_id, password: '' }
    expect((await admin.put(url, sent)).body.data).toMatchObject({ username: 'Corregido', piloto_id })
    expect((await admin.patch(`${url}/status`, { estado: 'inactivo' })).status).toBe(200)
  })

  test('can be activated with another pilot or another role', async () => {
    const first = await prepare()
    const { piloto_id } = await makePiloto(admin)
    const conflict = await admin.put(first.url, { estado: 'activo', piloto_id })
    expect([conflict.status, conflict.body.message]).toEqual([409, 'El piloto ya tiene un usuario'])
    expect((await admin.put(first.url, { estado: 'activo', rol_id: 3 })).body.data).toMatchObject({
      estado: 'activo',
      piloto_id: null,
    })
  })
})
