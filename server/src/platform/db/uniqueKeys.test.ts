import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCamion } from '../../test/factories.ts'
import { openOffice, type RutaOffice } from '../../test/openOffice.ts'
import { type ApiResponse, testApp } from '../../test/testApp.ts'
import { aUser, tryLogin, userPassword } from '../../test/users.ts'
import { aUsuario, defaultPassword, loginAs, makeUsuario } from '../../test/usuarios.ts'
import { many, one, run, sql } from './sql.ts'

// Usernames, plates and numbers that look alike are equal (docs/contract/general.md).

let office: RutaOffice
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const expectConflict = ({ status, body }: ApiResponse, message: string) =>
  expect([status, body.message]).toEqual([409, message])

test('clave and placa_clave: remove the characters of their Unicode classes', async () => {
  // Planes 4 to 13 are empty: one in 257 characters is tested.
  const sample = 257
  const looked = (c: number) => c < 0x40000 || c >= 0xe0000 || c % sample === 0
  const gone = async (key: string) =>
    (
      await many<{ code: number }>(
        office.server.db,
        sql`select c as code from generate_series(1, 1114111) c
          where c not between 55296 and 57343
            and (c < 262144 or c >= 917504 or c % ${sample} = 0)
            and (case when ${key} = 'clave' then clave('a' || chr(c) || 'b') else placa_clave('a' || chr(c) || 'b') end)
              = (case when ${key} = 'clave' then 'ab' else 'AB' end)`,
      )
    ).map(({ code }) => code)
  const codes = Array.from({ length: 0x110000 }, (_, code) => code)
    .slice(1)
    .filter(looked)
  const those = (kind: RegExp) => codes.filter((code) => kind.test(String.fromCodePoint(code)))
  expect(await gone('clave')).toEqual(those(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/u))
  const plates = await gone('placa_clave')
  expect(plates).toEqual(
    expect.arrayContaining(those(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Pd}\p{Zs}]/u)),
  )
})

describe('plate', () => {
  test.each([
    ['C\u2011123BCD', 'a non-breaking hyphen'],
    ['C–123BCD', 'an en dash'],
    ['C－123 BCD', 'a fullwidth hyphen'],
    ['c123bcd', 'no hyphen'],
    ['C-123\u00a0BCD\u3000', 'other spaces'],
    ['C-\u200b123\u2060BCD', 'zero-width spaces'],
    ['\ufeffC-123\u00adBCD', 'a soft hyphen'],
    ['Ｃ－１２３ｂｃｄ', 'fullwidth letters'],
    ['C-𝟏𝟐𝟑BCD', 'digits of mathematics'],
    ['C.123.BCD', 'dots'],
    ['C·123−BCD', 'a middle dot and a minus sign'],
    ['C-123\u2800BCD', 'a blank of Braille'],
  ])('%j is C-123BCD: %s', async (placa) => {
    const first = await office.admin.post('/api/camiones', aCamion({ placa: 'C-123BCD' }))
    expect(first.status).toBe(201)
    expectConflict(await office.admin.post('/api/camiones', aCamion({ placa })), 'La placa ya existe')
    const { id } = (await office.admin.post('/api/camiones', aCamion())).body.data
    expectConflict(await office.admin.put(`/api/camiones/${id}`, aCamion({ placa })), 'La placa ya existe')
    await office.admin.delete(`/api/camiones/${first.body.data.id}`)
    const again = await office.admin.put(`/api/camiones/${id}`, aCamion({ placa }))
    expect([again.status, again.body.data.placa]).toEqual([200, placa.trim()])
    expectConflict(
      await office.admin.post(`/api/papelera/camiones/${first.body.data.id}/restaurar`),
      'La placa ya existe',
    )
    await office.admin.delete(`/api/camiones/${id}`)
  })

  test('differs by a letter or digit', async () => {
    for (const placa of ['C-777AAA', 'C-777AÁA', 'C-777AAB', 'C-778AAA']) {
      expect((await office.admin.post('/api/camiones', aCamion({ placa }))).status).toBe(201)
    }
  })
})

describe('number', () => {
  test('is equal in any width and with invisible characters', async () => {
    await office.create({ no_ruta: 'RUTA-7' })
    for (const no_ruta of [
      'RUTA-７',
      'ｒｕｔａ－7',
      'RUTA-\u200b7',
      '\u2060RUTA-7',
      'ruta-7\u202c',
      'RUTA\u20117',
      'ruta 7',
      'RUTA.7',
    ]) {
      const { status, body } = await office.post({ no_ruta })
      expect([no_ruta, status, body.data]).toEqual([no_ruta, 409, { nextRutaNumber: 'RUTA-008' }])
    }
    await office.create({ no_ruta: 'RUTA-007' })
  })

  test('counts for the next number in its compared form', async () => {
    await office.create({ no_ruta: 'Ruta-０５０\u200b' })
    expect((await office.admin.get('/api/rutas/next-number')).body.data.nextRutaNumber).toBe('RUTA-051')
  })
})

describe('username', () => {
  test.each([
    ['eva.paz', 'evapaz'],
    ['leo-paz', 'LEO PAZ'],
    ['ｌｉａ．ｐａｚ', 'Lia-Paz'],
  ])('%j is taken when %j exists, and logs in as that user', async (username, other) => {
    const { id } = await makeUsuario(office.admin, { username: other })
    const made = await office.admin.post('/api/usuarios', aUsuario({ username }))
    expectConflict(made, 'El nombre de usuario ya existe')
    expect((await loginAs(office.server, username)).userId).toBe(id)
    await office.admin.delete(`/api/usuarios/${id}`)
    expect((await office.admin.post('/api/usuarios', aUsuario({ username }))).status).toBe(201)
  })

  test.each([
    ['José', 'José'.normalize('NFD')],
    ['ana\u200bmaría', 'anamaría'],
    ['rosa.li\ufeff', '\u2060ROSA.LI'],
    ['luis', 'ｌｕｉｓ'],
    ['ofi\u00adcina', 'ofi\u200dcina'],
    ['J\u030cana', '\u01f0ana'],
  ])('%j equals %j, at login too', async (username, other) => {
    const { id } = await makeUsuario(office.admin, { username })
    const taken = 'El nombre de usuario ya existe'
    expectConflict(await office.admin.post('/api/usuarios', aUsuario({ username: other })), taken)
    const second = await makeUsuario(office.admin)
    expectConflict(await office.admin.put(`/api/usuarios/${second.id}`, { username: other }), taken)
    expect((await loginAs(office.server, other)).userId).toBe(id)
    await office.admin.delete(`/api/usuarios/${id}`)
    const made = await makeUsuario(office.admin, { username: other })
    expect((await loginAs(office.server, username)).userId).toBe(made.id)
    expectConflict(await office.admin.post(`/api/papelera/usuarios/${id}/restaurar`), taken)
  })

  test.each(['аdmin', 'jοsé', 'иван', '王', 'ana\u0430'])(
    '%j is rejected: not Latin letters',
    async (username) => {
      const campos = { username: 'Usa letras latinas en el nombre de usuario.' }
      const made = await office.admin.post('/api/usuarios', aUsuario({ username, password: '1' }))
      expect([made.status, made.body.error.campos]).toEqual([
        400,
        { ...campos, password: 'Mínimo 8 caracteres.' },
      ])
      const { id } = await makeUsuario(office.admin)
      const changed = await office.admin.put(`/api/usuarios/${id}`, { username })
      expect([changed.status, changed.body.error.campos]).toEqual([400, campos])
    },
  )

  test.each(['Ñandú_1', 'ana.lópez@x.gt', 'ß-ø-ł-ğ', '４４７１', '🚚 uno'])(
    '%j is accepted',
    async (username) => {
      await makeUsuario(office.admin, { username })
      expect(
        (await office.server.anonymous.post('/api/auth/login', { username, password: defaultPassword }))
          .status,
      ).toBe(200)
    },
  )

  test('of an older release stays valid until it is changed', async () => {
    const user = await office.server.as({ username: 'иван' })
    const url = `/api/usuarios/${user.userId}`
    expect((await office.admin.put(url, { username: 'иван', rol_id: 3, permisos: [1] })).status).toBe(200)
    expect((await office.admin.put(url, { username: 'Иван' })).status).toBe(400)
    expect((await office.admin.put(url, { username: 'ivan' })).status).toBe(200)
  })

  test('counts failed logins of all spellings together', async () => {
    const server = await testApp()
    const { username } = await aUser(server, { username: 'María' })
    const spellings = ['Mar.ía', 'MARÍA', 'María'.normalize('NFD'), 'Mar\u200b ía', 'Ｍ－aría']
    for (const each of spellings) expect((await tryLogin(server.app, each, 'otra cosa')).status).toBe(401)
    expect((await tryLogin(server.app, username, userPassword)).status).toBe(429)
    const row = await one<{ n: number }>(server.db, sql`select count(distinct username) as n from intentos`)
    expect(row?.n).toBe(1)
    await server.close()
  })

  test('of two users with one key since an older release: only the own spelling logs in, and failures count together', async () => {
    const server = await testApp()
    const dotted = await aUser(server, { username: 'ana.paz' })
    await run(server.db, sql`update usuarios set gemelo = id where username = 'ana.paz'`)
    const plain = await aUser(server, { username: 'anapaz' })
    const userOf = async (username: string) =>
      (await tryLogin(server.app, username, userPassword)).body.data?.user.id
    expect(await userOf('ＡＮＡ．PAZ')).toBe(dotted.client.userId)
    expect(await userOf('Ana\u200bPaz')).toBe(plain.client.userId)
    expect(await userOf('ana-paz')).toBeUndefined()
    for (const each of ['ana.paz', 'anapaz', 'ana paz', 'ana·paz'])
      expect((await tryLogin(server.app, each, 'otra cosa')).status).toBe(401)
    expect((await tryLogin(server.app, 'ana.paz', userPassword)).status).toBe(429)
    await server.close()
  })
})

test('required text: returns 400 when it is invisible', async () => {
  const required = 'Este campo es obligatorio.'
  for (const nothing of [
    '\u200b',
    ' \u00ad\u2060 ',
    '\u3164',
    '\u2800',
    '\u0001',
    '\ufe0f',
    '\u{e0020}',
    '\u0301',
    ' \u0301\u0308 ',
  ]) {
    const sent: [Promise<ApiResponse>, string][] = [
      [office.post({ servicio: nothing }), 'servicio'],
      [office.post({ cliente_id: null, cliente: nothing }), 'cliente_id'],
      [office.admin.post('/api/camiones', aCamion({ placa: nothing })), 'placa'],
      [office.admin.post('/api/usuarios', aUsuario({ username: nothing })), 'username'],
      [
        office.server.anonymous.post('/api/auth/login', { username: nothing, password: defaultPassword }),
        'username',
      ],
    ]
    for (const [answer, campo] of sent) {
      const { status, body } = await answer
      expect([nothing, status, body.error.campos]).toEqual([nothing, 400, { [campo]: required }])
    }
  }
  for (const something of ['.', '𝟏', 'a\u200b', '👨‍👩‍👧', 'e\u0301', '1\ufe0f\u20e3']) {
    expect((await office.create({ servicio: something })).servicio).toBe(something)
  }
})
